import { writeBareJson } from '../../compress/tool-output/json/bare-json.ts'
import type { JsonTree } from '../../compress/tool-output/json/json-tree.ts'
import type { UnitForm } from '../../domain/conversation.ts'
import { factKey, factWordsOf, isFact, isIdentifier } from './fact-words.ts'
import {
  type CalledPart,
  type GivenPart,
  type HistoryIndex,
  type IndexedPart,
  pairKey,
  type SaidPart,
} from './history-index.ts'
import { type JsonLeaf, leavesOf, pruneJson } from './prune-json.ts'
import { keepSentences } from './telling-sentences.ts'

/** Longer values are texts: their facts stand for them. */
const LONGEST_VALUE = 120
/** Or the beginning of a moment. */
const DATE = /^\d{4}-\d\d-\d\d/

/**
 * A unit as a line of the memory, facts beside their keys: the calls with their arguments, of results the leaves that no later unit gives beside the same key, of other texts the
 * lines and sentences with a fact that no later unit holds. Only what the `facts` form has can be in it. Linear in the unit.
 */
export function keyedForm(position: number, index: HistoryIndex, marker: string): UnitForm {
  const seen = new Set<string>()
  const said = index.units[position]!.map((part) => keyedPart(part, position, index, seen))
  return lineForm('keyed', marker, said)
}

/** A unit as a line of the memory that has nothing but the facts that no later unit holds, each key once: `flight_number: HAT136 HAT039 price: 152 103`. */
export function valuesForm(position: number, index: HistoryIndex, marker: string): UnitForm {
  return lineForm('values', marker, factsByKey(position, index, isFact))
}

/** The same of facts that name something: identifiers and codes, no dates, amounts and counts. */
export function namesForm(position: number, index: HistoryIndex, marker: string): UnitForm {
  return lineForm('names', marker, factsByKey(position, index, isName))
}

function isName(word: string): boolean {
  return isFact(word) && isIdentifier(word) && !DATE.test(word)
}

function factsByKey(position: number, index: HistoryIndex, isWanted: (word: string) => boolean): readonly string[] {
  const seen = new Set<string>()
  const byKey = new Map<string, string[]>()
  for (const { key, text } of index.units[position]!.flatMap(leavesLeft)) {
    for (const word of factWordsOf(text)) {
      const fact = factKey(word)
      if (!isWanted(word) || seen.has(fact) || index.lastUnitWith(fact) !== position) continue
      seen.add(fact)
      byKey.set(key, [...(byKey.get(key) ?? []), word])
    }
  }
  return [...byKey].map(([key, words]) => `${key === '' ? '' : `${key}: `}${words.join(' ')}`)
}

export const GONE: UnitForm = { level: 'gone', texts: [], line: null }

function lineForm(level: 'keyed' | 'values' | 'names', marker: string, pieces: readonly string[]): UnitForm {
  const line = [marker, ...pieces]
    .map(onOneLine)
    .filter((piece) => piece !== '')
    .join(' ')
  return line === marker ? GONE : { level, texts: [], line }
}

function keyedPart(part: IndexedPart, position: number, index: HistoryIndex, seen: Set<string>): string {
  if (part.kind === 'said') return keyedSaid(part, position, index)
  if (part.kind === 'called') return keyedCall(part, position, index, seen)
  return keyedResult(part, position, index, seen)
}

function keyedSaid({ isUser, part, telling }: SaidPart, position: number, index: HistoryIndex): string {
  const kept = isUser ? telling : keepSentences(part.text, (sentence) => hasLastFact(sentence, position, index))
  return kept === '' ? '' : `${isUser ? 'user' : 'assistant'}: ${kept}`
}

function keyedCall({ part, tree }: CalledPart, position: number, index: HistoryIndex, seen: Set<string>): string {
  const text = tree === undefined ? lastFactLines(part.text, position, index) : keyedTree(tree, position, index, seen)
  return `${part.tool} ${text}`
}

function keyedResult({ kept }: GivenPart, position: number, index: HistoryIndex, seen: Set<string>): string {
  const text =
    kept.is === 'text'
      ? lastFactLines(kept.text, position, index)
      : kept.tree === undefined
        ? ''
        : keyedTree(kept.tree, position, index, seen)
  return text === '' ? '' : `→ ${text}`
}

function keyedTree(tree: JsonTree, position: number, index: HistoryIndex, seen: Set<string>): string {
  const { tree: left } = pruneJson(tree, {
    isTelling: () => false,
    keepsLeaf: (leaf) => {
      const pair = pairKey(leaf)
      if (leaf.text.length > LONGEST_VALUE || index.lastUnitWithPair(pair) !== position || seen.has(pair)) return false
      seen.add(pair)
      return true
    },
  })
  return left === undefined ? '' : writeBareJson(left)
}

function lastFactLines(text: string, position: number, index: HistoryIndex): string {
  return text
    .split('\n')
    .filter((line) => hasLastFact(line, position, index))
    .join('\n')
}

function hasLastFact(text: string, position: number, index: HistoryIndex): boolean {
  return factWordsOf(text).some((word) => isFact(word) && index.lastUnitWith(factKey(word)) === position)
}

/** What the `facts` form has; a text is one leaf without a key. */
function leavesLeft(part: IndexedPart): readonly Pick<JsonLeaf, 'key' | 'text'>[] {
  if (part.kind === 'said') return [{ key: '', text: part.telling }]
  if (part.kind === 'called') return part.tree === undefined ? [{ key: '', text: part.part.text }] : leavesOf(part.tree)
  if (part.kept.is === 'text') return [{ key: '', text: part.kept.text }]
  return part.kept.tree === undefined ? [] : leavesOf(part.kept.tree)
}

/** A memory has one line for each unit. */
function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
