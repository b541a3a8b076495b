import type { Terminal } from './terminal.ts'

const USUAL_COLUMNS = 80

/** Breaks a text at its blanks into lines of at most `width` characters, each behind an indentation. A word that is longer stands on a line of its own. */
export function wrap(text: string, indent: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, indent + line]
}

/** Writes a note that a terminal would break within a word; elsewhere it stays one line, as scripts like it. */
export function noteWrapped(terminal: Terminal, text: string): void {
  const { isTTY, columns = USUAL_COLUMNS } = terminal.host.stderr
  const lines = isTTY ? wrap(text, '', columns) : [text]
  for (const line of lines) terminal.note(terminal.styleNote('dim', line))
}
