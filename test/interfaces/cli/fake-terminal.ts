import { PassThrough, Writable } from 'node:stream'
import { createTerminal, type Host, type Terminal } from '../../../src/interfaces/cli/terminal.ts'

export interface FakeTerminalOptions {
  readonly isTTY?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly onOutputClosed?: () => void
}

export interface FakeTerminal {
  readonly terminal: Terminal
  /** What has been written so far. */
  readonly written: { readonly stdout: string; readonly stderr: string }
  readonly host: Host
}

/** A terminal on streams that only remember. */
export function fakeTerminal({
  isTTY = false,
  env = {},
  onOutputClosed = () => {},
}: FakeTerminalOptions = {}): FakeTerminal {
  const written = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name] += String(chunk)
          done()
        },
      }),
      // What a bar asks of a terminal besides writing.
      { isTTY, columns: 80, cursorTo: () => true, moveCursor: () => true, clearLine: () => true },
    )
  const host = { stdin: new PassThrough(), stdout: stream('stdout'), stderr: stream('stderr'), env }
  return { terminal: createTerminal(host, onOutputClosed), written, host }
}
