import { writeBareJson } from '../../compress/tool-output/json/bare-json.ts'
import type { JsonTree } from '../../compress/tool-output/json/json-tree.ts'
import type { UnitForm } from '../../domain/conversation.ts'
import { factKey, factWordsOf, isFact } from './fact-words.ts'
import type { CalledPart, GivenPart, HistoryIndex, IndexedPart, SaidPart } from './history-index.ts'
import { type JsonLeaf, leavesOf, pruneJson } from './prune-json.ts'
import { keepSentences } from './telling-sentences.ts'

/** Longer values are texts: their facts stand for them. */
const LONGEST_VALUE = 120

/**
 * A unit as a line of the memory, facts beside their keys: the calls with their arguments, of results the leaves that no later unit gives beside the same key, of other texts the
 * lines and sentences with a fact that no later unit holds. Only what the `facts` form has can be in it. Linear in the unit.
 */
export function keyedForm(position: number, index: HistoryIndex, marker: string): UnitForm {
  const said = index.units[position]!.map((part) => keyedPart(part, position, index))
  return lineForm('keyed', marker, said)
}

/** A unit as a line of the memory that has nothing but the facts that no later unit holds. */
export function valuesForm(position: number, index: HistoryIndex, marker: string): UnitForm {
  const facts = new Map<string, string>()
  for (const part of index.units[position]!) {
    for (const word of wordsLeft(part)) {
      const key = factKey(word)
      if (isFact(word) && index.lastUnitWith(key) === position && !facts.has(key)) facts.set(key, word)
    }
  }
  return lineForm('values', marker, [...facts.values()])
}

export const GONE: UnitForm = { level: 'gone', texts: [], line: null }

function lineForm(level: 'keyed' | 'values', marker: string, pieces: readonly string[]): UnitForm {
  const line = [marker, ...pieces]
    .map(onOneLine)
    .filter((piece) => piece !== '')
    .join(' ')
  return line === marker ? GONE : { level, texts: [], line }
}

function keyedPart(part: IndexedPart, position: number, index: HistoryIndex): string {
  if (part.kind === 'said') return keyedSaid(part, position, index)
  if (part.kind === 'called') return keyedCall(part, position, index)
  return keyedResult(part, position, index)
}

function keyedSaid({ isUser, part, telling }: SaidPart, position: number, index: HistoryIndex): string {
  const kept = isUser ? telling : keepSentences(part.text, (sentence) => hasLastFact(sentence, position, index))
  return kept === '' ? '' : `${isUser ? 'user' : 'assistant'}: ${kept}`
}

function keyedCall({ part, tree }: CalledPart, position: number, index: HistoryIndex): string {
  const text = tree === undefined ? lastFactLines(part.text, position, index) : keyedTree(tree, position, index)
  return `${part.tool} ${text}`
}

function keyedResult({ kept }: GivenPart, position: number, index: HistoryIndex): string {
  const text =
    kept.is === 'text'
      ? lastFactLines(kept.text, position, index)
      : kept.tree === undefined
        ? ''
        : keyedTree(kept.tree, position, index)
  return text === '' ? '' : `→ ${text}`
}

function keyedTree(tree: JsonTree, position: number, index: HistoryIndex): string {
  const { tree: left } = pruneJson(tree, {
    isTelling: () => false,
    chooseRows: (rows) => rows.map(() => true),
    keepsLeaf: (leaf) => leaf.text.length <= LONGEST_VALUE && isLastPair(leaf, position, index),
  })
  return left === undefined ? '' : writeBareJson(left)
}

function isLastPair(leaf: JsonLeaf, position: number, index: HistoryIndex): boolean {
  return index.lastUnitWithPair(leaf) === position
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

function wordsLeft(part: IndexedPart): readonly string[] {
  if (part.kind === 'said') return factWordsOf(part.telling)
  if (part.kind === 'called') return factWordsOf(part.part.text)
  if (part.kept.is === 'text') return factWordsOf(part.kept.text)
  return part.kept.tree === undefined ? [] : leavesOf(part.kept.tree).flatMap(({ text }) => factWordsOf(text))
}

/** A memory has one line for each unit. */
function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
