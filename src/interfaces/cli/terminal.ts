import type { Readable, Writable } from 'node:stream'

/** A stream as a process has it. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Numbers of SGR sequences. (`styleText` of node:util asks process.stdout for its opinion in some releases of Node 20, whichever stream is meant.) */
const STYLES = { bold: 1, dim: 2, red: 31, yellow: 33 } as const

export type Style = keyof typeof STYLES

/** Where results and notes go. Results are written to stdout, everything else to stderr. */
export interface Terminal {
  readonly host: Host
  /** Whether a person watches stderr, so that a bar may be drawn over itself. */
  readonly animated: boolean
  /** Set when stdout takes nothing more: whatever read it went away (`| head`), or it failed. */
  readonly outputClosed: boolean
  /** Why stdout failed: a full disk, mostly. Nothing when its reader just went away. */
  readonly outputError: Error | undefined
  /** Writes a result, byte for byte. */
  write(result: string | Uint8Array): void
  /** Writes one JSON value and a line feed. */
  writeJson(value: unknown, layout?: 'pretty' | 'line'): void
  /** Writes a line for people; nothing after `silence`. */
  note(line: string): void
  /** Writes a line that `--quiet` does not hide. */
  complain(line: string): void
  silence(): void
  readonly silent: boolean
  styleOutput(style: Style, text: string): string
  styleNote(style: Style, text: string): string
}

/**
 * @param onOutputClosed called once, when stdout takes nothing more.
 */
export function createTerminal(host: Host, onOutputClosed: () => void): Terminal {
  const { stdout, stderr, env } = host
  const state = { outputClosed: false, outputError: undefined as Error | undefined, silent: false }
  const styled = (stream: OutputStream) => stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'

  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (state.outputClosed) return
    if (error.code !== 'EPIPE') state.outputError = error
    state.outputClosed = true
    onOutputClosed()
  })
  // With nobody to tell, there is nothing to do about it either.
  stderr.on('error', () => {})

  const write = (result: string | Uint8Array) => {
    if (!state.outputClosed) stdout.write(result)
  }
  const complain = (line: string) => void stderr.write(`${line}\n`)
  return {
    host,
    animated: stderr.isTTY === true && !env.CI && env.TERM !== 'dumb',
    get outputClosed() {
      return state.outputClosed
    },
    get outputError() {
      return state.outputError
    },
    get silent() {
      return state.silent
    },
    write,
    writeJson: (value, layout = 'pretty') => write(`${JSON.stringify(value, null, layout === 'pretty' ? 2 : 0)}\n`),
    note: (line) => {
      if (!state.silent) complain(line)
    },
    complain,
    silence: () => {
      state.silent = true
    },
    styleOutput: (style, text) => (styled(stdout) ? paint(style, text) : text),
    styleNote: (style, text) => (styled(stderr) ? paint(style, text) : text),
  }
}

function paint(style: Style, text: string): string {
  return `\x1b[${STYLES[style]}m${text}\x1b[0m`
}
