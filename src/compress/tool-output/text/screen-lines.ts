const ESCAPE = '\\u001b'
const BELL = '\\u0007'
/** Control sequences of terminals: CSI (colours, cursor), OSC (titles, links; ended by BEL or ST, or cut off by the end of the line) and the two-character ones. */
const CONTROL_SEQUENCES = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}\\n]*(?:${BELL}|${ESCAPE}\\\\)?|[ -/]*[0-Z^_a-z{|}~])`,
  'g',
)

/**
 * The lines of an output as a terminal would show them: without control sequences, and of a line that was written over (a progress bar's carriage returns)
 * the last state. As many lines as the output has, so that line numbers stay those of the original. Linear.
 */
export function screenLines(output: string): readonly string[] {
  const plain = output.includes('\u001b') ? output.replace(CONTROL_SEQUENCES, '') : output
  const lines = plain.split('\n')
  return plain.includes('\r') ? lines.map(lastState) : lines
}

/** Each carriage return starts over; what is longer below shows through on a terminal, and is left out here: nobody wants the tail of an old bar. */
function lastState(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end--
  const start = line.lastIndexOf('\r', end - 1) + 1
  return end === line.length && start === 0 ? line : line.slice(start, end)
}
