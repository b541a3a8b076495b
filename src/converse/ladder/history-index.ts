import type { JsonTree } from '../../compress/tool-output/json/json-tree.ts'
import { parseJson } from '../../compress/tool-output/json/parse-json.ts'
import type { CallPart, Conversation, HistoryUnit, ResultPart, TextPart } from '../../domain/conversation.ts'
import { chooseRows } from './choose-rows.ts'
import { factKey, factKeysOf, factWordsOf, isFact } from './fact-words.ts'
import { isTellingKey } from './key-names.ts'
import { type JsonLeaf, leavesOf, type PrunedJson, pruneJson } from './prune-json.ts'
import { takeTurn } from './take-turn.ts'
import { type TellingLines, tellingLines } from './telling-lines.ts'
import { tellingSentences } from './telling-sentences.ts'

/** Shorter words are mentioned by accident. */
const LEAST_LETTERS = 3

interface Placed<Part> {
  /** Counts from the unit's first message. */
  readonly message: number
  readonly index: number
  readonly part: Part
}

export interface SaidPart extends Placed<TextPart> {
  readonly kind: 'said'
  readonly isUser: boolean
  /** What of it stays with the facts. */
  readonly telling: string
}

export interface CalledPart extends Placed<CallPart> {
  readonly kind: 'called'
  /** The arguments; undefined where they are no JSON. */
  readonly tree: JsonTree | undefined
}

export interface GivenPart extends Placed<ResultPart> {
  readonly kind: 'given'
  /** What of it stays with the facts. */
  readonly kept: (PrunedJson & { readonly is: 'json' }) | (TellingLines & { readonly is: 'text' })
}

export type IndexedPart = SaidPart | CalledPart | GivenPart

/** What the ladder asks about a history. Positions are places among the units, from the oldest. */
export interface HistoryIndex {
  readonly units: readonly (readonly IndexedPart[])[]
  /** The last unit that called with the fact or was given it, for there it has a key; else the last that said it; -1 for none. Only what the `facts` form has counts. */
  readonly lastUnitWith: (factKey: string) => number
  /** The last unit in which the value stands beside the key; -1 for none. */
  readonly lastUnitWithPair: (pairKey: string) => number
  /** The last unit in which a tool gave this very text. */
  readonly lastUnitGiving: (text: string) => number
}

/**
 * Reads a history once, and says what of it was spoken of and what comes again later. Linear in the size of the history.
 * @param units from the oldest.
 */
export async function indexHistory(
  conversation: Conversation,
  units: readonly HistoryUnit[],
  signal?: AbortSignal,
): Promise<HistoryIndex> {
  const mentioned = mentionedFacts(conversation, units)
  const isMentioned = (key: string): boolean => mentioned.has(key)
  const lastAnswer = units.findLastIndex(({ kind }) => kind === 'assistant')
  const indexed: (readonly IndexedPart[])[] = []
  for (const [position, unit] of units.entries()) {
    await takeTurn(position, signal)
    indexed.push(indexUnit(conversation, unit, position < lastAnswer, isMentioned))
  }
  const done = new Map<string, number>()
  const said = new Map<string, number>()
  const pairs = new Map<string, number>()
  const texts = new Map<string, number>()
  indexed.forEach((parts, position) => {
    for (const part of parts) {
      if (part.kind === 'given') texts.set(part.part.text, position)
      for (const key of factKeysIn(part)) (part.kind === 'said' ? said : done).set(key, position)
      for (const leaf of leavesIn(part)) pairs.set(pairKey(leaf), position)
    }
  })
  return {
    units: indexed,
    lastUnitWith: (key) => done.get(key) ?? said.get(key) ?? -1,
    lastUnitWithPair: (pair) => pairs.get(pair) ?? -1,
    lastUnitGiving: (text) => texts.get(text) ?? -1,
  }
}

/** What was said and called with: what comes from tools alone is not mentioned. */
function mentionedFacts(conversation: Conversation, units: readonly HistoryUnit[]): ReadonlySet<string> {
  const mentioned = new Set<string>()
  for (const { start, end } of units) {
    for (const { parts } of conversation.messages.slice(start, end)) {
      for (const part of parts) {
        if (part.kind !== 'text' && part.kind !== 'call') continue
        for (const word of factWordsOf(part.text)) for (const key of factKeysOf(word)) mentioned.add(key)
      }
    }
  }
  return mentioned
}

function indexUnit(
  { messages }: Conversation,
  { start, end }: HistoryUnit,
  isAnswered: boolean,
  isMentioned: (factKey: string) => boolean,
): readonly IndexedPart[] {
  return messages.slice(start, end).flatMap(({ role, parts }, message) =>
    parts.flatMap((part, index): readonly IndexedPart[] => {
      if (part.kind === 'text') {
        return [
          {
            kind: 'said',
            message,
            index,
            part,
            isUser: role === 'user',
            telling: tellingSentences(part.text, role === 'user'),
          },
        ]
      }
      if (part.kind === 'call') return [{ kind: 'called', message, index, part, tree: parseJson(part.text) }]
      if (part.kind !== 'result') return []
      const root = parseJson(part.text)
      const kept =
        root === undefined
          ? { is: 'text' as const, ...tellingLines(part.text, isMentioned) }
          : { is: 'json' as const, ...pruneResult(root, isAnswered, isMentioned) }
      return [{ kind: 'given', message, index, part, kept }]
    }),
  )
}

/** Before there is an answer, nothing is known of which rows matter. */
function pruneResult(root: JsonTree, isAnswered: boolean, isMentioned: (factKey: string) => boolean): PrunedJson {
  return pruneJson(root, {
    isTelling: isTellingKey,
    keepsLeaf: ({ text, isTelling }) => {
      const words = factWordsOf(text)
      const isSpokenOf =
        words.some(({ length }) => length >= LEAST_LETTERS) && words.every((word) => isMentioned(factKey(word)))
      return isTelling || isSpokenOf || words.some(isFact)
    },
    ...(isAnswered ? { chooseRows: (rows: readonly JsonTree[]) => chooseRows(rows, isMentioned) } : {}),
  })
}

/** One spelling for a value beside its key. */
export function pairKey({ key, text }: JsonLeaf): string {
  return `${key}\n${factKey(text)}`
}

function leavesIn(part: IndexedPart): readonly JsonLeaf[] {
  if (part.kind === 'called' && part.tree !== undefined) return leavesOf(part.tree)
  return part.kind === 'given' && part.kept.is === 'json' && part.kept.tree !== undefined
    ? leavesOf(part.kept.tree)
    : []
}

/** The facts that a part still holds in its shorter form. */
function factKeysIn(part: IndexedPart): readonly string[] {
  if (part.kind === 'given' && part.kept.is === 'json') {
    return leavesIn(part).flatMap(({ text }) => factWordsOf(text).map(factKey))
  }
  const text = part.kind === 'said' ? part.telling : part.kind === 'called' ? part.part.text : keptText(part)
  return factWordsOf(text).map(factKey)
}

function keptText({ kept }: GivenPart): string {
  return kept.is === 'text' ? kept.text : ''
}
