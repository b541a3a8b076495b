/** A UUID, or a word with a digit in it: a number, a part of a time, of an address, of a version, an id. Parts of paths count as words, so that lists of files keep their forms. */
const VARIABLE_WORDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z_]*[0-9]\w*/gi
/** What stands behind this many characters does not change the form of a line. */
const LONGEST_FORM = 400

/** The form of a line: what is left when each word with a digit in it becomes `#`. Lines that a program prints at one place share it. Linear. */
export function lineTemplate(line: string): string {
  return (line.length > LONGEST_FORM ? line.slice(0, LONGEST_FORM) : line).replace(VARIABLE_WORDS, '#')
}
