import { createScanner, type SyntaxKind } from 'jsonc-parser'
import type { Structure, StructureReader } from '../../../ports/structure-reader.ts'

// The package's enums exist for types only, so that their values are spelled out.
const OPEN_BRACE: SyntaxKind = 1
const CLOSE_BRACE: SyntaxKind = 2
const OPEN_BRACKET: SyntaxKind = 3
const CLOSE_BRACKET: SyntaxKind = 4
const COMMA: SyntaxKind = 5
const UNKNOWN: SyntaxKind = 16
const END_OF_FILE: SyntaxKind = 17
const NO_ERROR = 0

/** Members nested deeper are not cut apart; lines are what is left then. */
const MAX_CUT_DEPTH = 6

/**
 * Reads JSON, with comments or without, as one block of data that is cut between the members or elements of its root, then of what is nested in it. Text
 * whose brackets do not match, or that holds something other than JSON, is cut at lines. Keys mean nothing here, so that repeated ones are kept. Linear, and
 * no depth of nesting is too deep.
 */
export function createJsonReader(): StructureReader {
  return { mediaTypes: ['application/json', 'application/ld+json', 'application/geo+json'], read: readJson }
}

function readJson(text: string): Structure {
  if (text.trim() === '') return { blocks: [] }
  const cuts = memberCuts(text)
  return { blocks: [{ kind: 'data', start: 0, end: text.length, ...(cuts === undefined ? {} : { cuts }) }] }
}

/** @returns for each depth of nesting where its members start; undefined for malformed text. */
function memberCuts(text: string): number[][] | undefined {
  const cuts: number[][] = Array.from({ length: MAX_CUT_DEPTH }, () => [])
  const scanner = createScanner(text, true)
  const open: SyntaxKind[] = []
  let memberStarts = false
  for (let kind = scanner.scan(); kind !== END_OF_FILE; kind = scanner.scan()) {
    if (kind === UNKNOWN || scanner.getTokenError() !== NO_ERROR) return undefined
    if (memberStarts && kind !== CLOSE_BRACE && kind !== CLOSE_BRACKET) {
      cuts[open.length - 1]?.push(scanner.getTokenOffset())
    }
    if (kind === OPEN_BRACE || kind === OPEN_BRACKET) open.push(kind)
    else if (kind === CLOSE_BRACE && open.pop() !== OPEN_BRACE) return undefined
    else if (kind === CLOSE_BRACKET && open.pop() !== OPEN_BRACKET) return undefined
    memberStarts = kind === OPEN_BRACE || kind === OPEN_BRACKET || kind === COMMA
  }
  return open.length === 0 ? cuts : undefined
}
