import type { DocumentDescription } from '../domain/document.ts'
import { labelOf, type Mark } from './mark.ts'

const PATH_SEPARATOR = ' › '
/** A heading is a signpost. What is longer was not written as one. */
const MAX_NAME_LENGTH = 120
const WHITE_OR_CONTROL = /[\s\p{Cc}]+/gu

/**
 * `[1] Title › Heading › Heading (uri)`: opens what is emitted of a document. `[1] uri › Heading` where the title says no more than the uri or its last
 * segment. Always one line.
 */
export function documentHeader(
  mark: Mark,
  number: number,
  document: DocumentDescription,
  headingPath: readonly string[],
): string {
  const uri = oneLine(document.uri)
  const title = shortName(document.title)
  const headings = namesOf(withoutTitle(document, headingPath))
  const isTitled = title !== '' && title !== uri && title !== uri.slice(uri.lastIndexOf('/') + 1)
  const names = [isTitled ? title : uri, ...headings].join(PATH_SEPARATOR)
  return `${labelOf(mark, number)} ${isTitled ? `${names} (${uri})` : names}`
}

/** `[1] › Heading › Heading`: opens another section of the document whose number it repeats; the title where the section has no heading. */
export function sectionHeader(
  mark: Mark,
  number: number,
  document: DocumentDescription,
  headingPath: readonly string[],
): string {
  const names = namesOf(withoutTitle(document, headingPath))
  const label = labelOf(mark, number)
  return names.length === 0
    ? `${label} ${shortName(document.title)}`.trimEnd()
    : label + PATH_SEPARATOR + names.join(PATH_SEPARATOR)
}

/** A document whose first heading is its title has said it once. */
function withoutTitle(document: DocumentDescription, headingPath: readonly string[]): readonly string[] {
  return headingPath[0] === document.title ? headingPath.slice(1) : headingPath
}

function namesOf(headings: readonly string[]): readonly string[] {
  return headings.map(shortName).filter((name) => name !== '')
}

function shortName(text: string): string {
  const line = oneLine(text)
  if (line.length <= MAX_NAME_LENGTH) return line
  return `${Array.from(line)
    .slice(0, MAX_NAME_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}

function oneLine(text: string): string {
  return text.replace(WHITE_OR_CONTROL, ' ').trim()
}
