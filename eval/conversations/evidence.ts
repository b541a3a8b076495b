import { factsBesideKeys, factsWithin, type KeyedFacts, keyedFacts, quotedFacts } from './quoted-facts.ts'
import { type BlockKind, messageBlocks } from './request-blocks.ts'
import type { RawMessage, RawRequest } from './transcript.ts'

/** What an answer takes from the history before it. */
export interface Evidence {
  /** Facts that the answer quotes, in its text or in its calls, that the history has and the system prompt has not. */
  readonly facts: readonly string[]
  /** For those that stand at keys of JSON in results: which. */
  readonly keys: KeyedFacts
}

/** How much of it is in a request: numbers of facts. */
export interface EvidenceKept {
  readonly facts: number
  readonly kept: number
  readonly keyedFacts: number
  /** Those of them that still stand beside one of their keys. */
  readonly keptBesideKey: number
}

const QUOTING: readonly BlockKind[] = ['text', 'call']

/** @param history the messages that the answer was given to. */
export function evidenceOf(answer: RawMessage, history: readonly RawMessage[], systemText: string): Evidence {
  const quoted = messageBlocks(answer).flatMap(({ kind, text }) => (QUOTING.includes(kind) ? quotedFacts(text) : []))
  const inSystem = factsWithin(systemText)
  const read = history.filter(isHistory).map(readMessage)
  const facts = [...new Set(quoted)].filter((fact) => !inSystem.has(fact) && read.some(({ facts }) => facts.has(fact)))
  const keys = new Map(
    facts.flatMap((fact): [string, ReadonlySet<string>][] => {
      const own = new Set(read.flatMap(({ structured }) => [...(structured.get(fact) ?? [])]))
      return own.size === 0 ? [] : [[fact, own]]
    }),
  )
  return { facts, keys }
}

/** How much of the evidence the messages of a request still have; system prompts apart. */
export function evidenceKept({ facts, keys }: Evidence, { messages }: RawRequest): EvidenceKept {
  const read = messages.filter(isHistory).map(readMessage)
  const isKept = (fact: string): boolean => read.some(({ facts }) => facts.has(fact))
  const isBeside = ([fact, own]: readonly [string, ReadonlySet<string>]): boolean =>
    read.some(({ beside }) => [...(beside().get(fact) ?? [])].some((key) => own.has(key)))
  return {
    facts: facts.length,
    kept: facts.filter(isKept).length,
    keyedFacts: keys.size,
    keptBesideKey: [...keys].filter(isBeside).length,
  }
}

/** Whether a text that has to be known stands in the messages, whatever its case. */
export function holdsText({ messages }: RawRequest, wanted: string): boolean {
  const folded = wanted.toLowerCase()
  return messages.some((message) => messageBlocks(message).some(({ text }) => text.toLowerCase().includes(folded)))
}

function isHistory({ role }: RawMessage): boolean {
  return role !== 'system' && role !== 'developer'
}

interface ReadFacts {
  readonly facts: ReadonlySet<string>
  /** Of results that are JSON. */
  readonly structured: KeyedFacts
  beside(): KeyedFacts
}

const known = new WeakMap<RawMessage, ReadFacts>()

function readMessage(message: RawMessage): ReadFacts {
  const blocks = messageBlocks(message)
  let beside: KeyedFacts | undefined
  const read = known.get(message) ?? {
    facts: new Set(blocks.flatMap(({ text }) => [...factsWithin(text)])),
    structured: joined(blocks.filter(({ kind }) => kind === 'result').map(({ text }) => keyedFacts(text))),
    beside: () => (beside ??= joined(blocks.map(({ text }) => factsBesideKeys(text)))),
  }
  known.set(message, read)
  return read
}

function joined(all: readonly KeyedFacts[]): KeyedFacts {
  const result = new Map<string, Set<string>>()
  for (const facts of all)
    for (const [fact, keys] of facts) result.set(fact, new Set([...(result.get(fact) ?? []), ...keys]))
  return result
}
