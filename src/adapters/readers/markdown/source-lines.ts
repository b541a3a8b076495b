/** The lines of a text as its block tokens number them, from 0. */
export interface SourceLines {
  readonly text: string
  /** Offset in the text at which a line starts, markers of quotes and lists included. */
  startOf(line: number): number
  /** Offset at which it ends, line break excluded. */
  endOf(line: number): number
}

export function lineText(lines: SourceLines, line: number): string {
  return lines.text.slice(lines.startOf(line), lines.endOf(line))
}
