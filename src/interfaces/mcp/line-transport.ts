import type { Readable, Writable } from 'node:stream'
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { LineSplitter, type OverlongLine } from './line-splitter.ts'

/** Where compact JSON has the id of a message that was not kept: behind everything else, or before the parameters. */
const ID_AT_END = /"id":\s*("[^"\\]*"|\d+)\s*\}\s*$/
const ID_AT_START = /^\s*\{\s*(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*("[^"\\]*"|\d+),/

/**
 * Messages of JSON-RPC, one a line, over a pair of streams. Unlike the transport of the package it reads in linear time, and answers what is no message or is too
 * large with an error, so that a client that errs is told and the connection goes on. It ends with either stream.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Resolves when the connection has ended, whatever ended it. */
  readonly closed: Promise<void>
  readonly #input: Readable
  readonly #output: Writable
  readonly #maxBytes: number
  readonly #lines: LineSplitter
  #isClosed = false
  #settle = (): void => {}

  constructor(input: Readable, output: Writable, maxMessageBytes: number) {
    this.#input = input
    this.#output = output
    this.#maxBytes = maxMessageBytes
    this.#lines = new LineSplitter(maxMessageBytes)
    this.closed = new Promise((settle) => {
      this.#settle = settle
    })
  }

  async start(): Promise<void> {
    const end = () => void this.close()
    this.#input.on('data', this.#read)
    for (const event of ['end', 'close', 'error']) this.#input.on(event, end)
    // Stays when all is over: a write that the system had taken may still fail, and an error that nobody hears ends the process.
    this.#output.on('error', end)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return
    await new Promise<void>((resume) => {
      const done = () => {
        this.#output.off('drain', done)
        this.#output.off('close', done)
        resume()
      }
      this.#output.on('drain', done)
      this.#output.on('close', done)
      void this.closed.then(done)
    })
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off('data', this.#read)
    // An open stdin that is still read from would keep the process.
    this.#input.pause()
    this.onclose?.()
    this.#settle()
  }

  readonly #read = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) {
      if (typeof line !== 'string') this.#refuseOverlong(line)
      else if (line.trim() !== '') this.#receive(line)
    }
  }

  #receive(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      this.#refuse(ProtocolErrorCode.ParseError, 'the line is no JSON')
      return
    }
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      this.#refuse(ProtocolErrorCode.InvalidRequest, 'the line is no message of JSON-RPC', idIn(value))
      return
    }
    this.onmessage?.(message)
  }

  #refuseOverlong({ sizeBytes, head, tail }: OverlongLine): void {
    const [, id] = ID_AT_END.exec(tail) ?? ID_AT_START.exec(head) ?? []
    const message = `the message has ${sizeBytes} bytes, and at most ${this.#maxBytes} are taken`
    this.#refuse(ProtocolErrorCode.InvalidRequest, message, id === undefined ? undefined : JSON.parse(id))
  }

  #refuse(code: number, message: string, id?: string | number): void {
    this.onerror?.(new Error(message))
    void this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } })
  }
}

function idIn(value: unknown): string | number | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
