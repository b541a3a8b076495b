import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type CallToolResult, Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

export const entry: string = resolve(import.meta.dirname, '../../../dist/interfaces/cli/main.js')

const environment = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...extra,
})

export interface ConnectOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Speak the protocol of 2026-07-28 instead of that of 2025. */
  readonly modern?: true
}

export interface Connection {
  readonly client: Client
  readonly pid: number
  /** What the server has written to stderr so far. */
  notes(): string
  call(name: string, parameters?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<CallToolResult>
  close(): Promise<void>
}

/** Starts `packgraph mcp` as clients do, and shakes hands with it. */
export async function connect(parameters: readonly string[], options: ConnectOptions): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry, 'mcp', ...parameters],
    cwd: options.cwd,
    env: environment(options.env),
    stderr: 'pipe',
  })
  const chunks: Buffer[] = []
  transport.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const client = new Client(
    { name: 'test', version: '1' },
    options.modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  await client.connect(transport)
  return {
    client,
    pid: transport.pid!,
    notes: () => Buffer.concat(chunks).toString('utf8'),
    call: (name, parameters = {}, options = {}) => client.callTool({ name, arguments: parameters }, options),
    close: () => client.close(),
  }
}

export interface RawServer {
  readonly process: ChildProcess
  /** Every line of stdout so far. */
  readonly lines: readonly string[]
  readonly stderr: () => string
  readonly ended: Promise<{ readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }>
  send(message: unknown): void
  /** Resolves with the message of that id, whenever it comes. */
  answer(id: number): Promise<{ id: number; result?: Record<string, unknown>; error?: { code: number } }>
}

/** Starts the server without a client, to say to it what no client says. */
export function startRaw(
  parameters: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): RawServer {
  const child = spawn(process.execPath, [entry, 'mcp', ...parameters], { cwd, env: environment(env) })
  const lines: string[] = []
  const waiting = new Map<number, (message: never) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message as never)
  })
  const notes: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => notes.push(chunk))
  child.stdin.on('error', () => {})
  return {
    process: child,
    lines,
    stderr: () => Buffer.concat(notes).toString('utf8'),
    ended: new Promise((settle) => child.on('close', (exitCode, signal) => settle({ exitCode, signal }))),
    send: (message) => void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    answer: (id) => new Promise((settle) => waiting.set(id, settle)),
  }
}

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

/** A call of a tool as a message. */
export function toolCall(id: number, name: string, parameters: Record<string, unknown> = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: parameters } }
}

/** The values of an answer. */
export function valuesOf(result: CallToolResult): Record<string, never> {
  return (result.structuredContent ?? {}) as Record<string, never>
}

export function textsOf(result: CallToolResult): readonly string[] {
  return result.content.map((part) => (part.type === 'text' ? part.text : ''))
}

export function failureIn(result: CallToolResult): { code: string; message: string; hint?: string } {
  if (!result.isError) throw new Error(`no failure: ${JSON.stringify(result).slice(0, 500)}`)
  return valuesOf(result).error!
}
