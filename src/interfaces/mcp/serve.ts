import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Generation } from './generation.ts'
import { LIMITS } from './limits.ts'
import { LineTransport } from './line-transport.ts'
import { ServedIndex } from './served-index.ts'
import { createServer } from './server.ts'

/** How long closing may take. Only a service that does not answer takes longer; nothing is lost by not waiting for it. */
const CLOSE_TIMEOUT_MS = 2_000

export interface ServeOptions {
  readonly indexPath: string
  /** The embedder that the index was built with, if it is not the default one. */
  readonly embedder: string | undefined
  /** What counts tokens where a call names nothing. */
  readonly generation: Generation
  /** Leave out the tools that write. */
  readonly readOnly: boolean
  readonly version: string
  readonly stdin: Readable
  /** Nothing but messages of the protocol is written to it. */
  readonly stdout: Writable
  /** Hears what goes wrong beside the answers, as lines for people. */
  readonly complain: (line: string) => void
  /** Ends the serving. */
  readonly signal: AbortSignal
}

/**
 * Serves one index to the client at the other end of stdin and stdout, until the client closes stdin or goes away, the signal fires, or the process is told to
 * terminate. Calls that are under way then are cancelled; the index is closed before this returns, and the process ends soon after, whatever it waits for.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { stdin, stdout, complain, signal } = options
  const index = new ServedIndex(options.indexPath, options.embedder)
  const transport = new LineTransport(stdin, stdout, LIMITS.messageBytes)
  const parts = {
    index,
    generation: options.generation,
    readOnly: options.readOnly,
    version: options.version,
    onDefect: (error: unknown) => complain(`packgraph: unexpected error; this is a defect\n${describe(error)}`),
  }
  const connection = serveStdio(() => createServer(parts), {
    transport,
    onerror: (error) => complain(`packgraph: ${firstLine(error.message)}`),
  })
  const stop = () => void connection.close()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  process.once('SIGTERM', stop)
  await transport.closed
  process.removeListener('SIGTERM', stop)
  signal.removeEventListener('abort', stop)
  // Fires only if something still keeps the process by then.
  setTimeout(() => process.exit(0), CLOSE_TIMEOUT_MS).unref()
  await connection.close()
  await index.close()
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
