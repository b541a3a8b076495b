import { createHash } from 'node:crypto'
import type { MarkedPlace, SessionCallFacts } from '../sessions/cache-model.ts'
import { withoutCacheMarks } from './cache-marks.ts'
import { messageBlocks } from './request-blocks.ts'
import type { RequestCounter } from './request-counter.ts'
import type { RawMessage, RawRequest } from './transcript.ts'

/** One request of a conversation, as a provider's cache sees it. */
export interface PrefixFacts extends SessionCallFacts {
  /** Tokens that begin as the request before did; 0 for the first. */
  readonly sharedWithLastTokens: number
}

/** What a caller may mark in a conversation: nothing, system prompt and tools, the end of the request, and how far it is as the one before. */
export const CONVERSATION_MARKINGS: readonly (readonly string[])[] = [
  [],
  ['frame'],
  ['frame', 'end'],
  ['frame', 'shared', 'end'],
]

/** Takes the requests of one conversation in order, and tells how each begins. Places are at the ends of messages. */
export class PrefixTracker {
  readonly #counter: RequestCounter
  readonly #seen = new Set<string>()
  readonly #hashes = new WeakMap<RawMessage, string>()
  #last: { readonly places: readonly MarkedPlace[]; readonly messages: readonly RawMessage[] } | undefined

  constructor(counter: RequestCounter) {
    this.#counter = counter
  }

  async add(request: RawRequest): Promise<PrefixFacts> {
    const { messages } = request
    const places = await this.#placesOf(request)
    const last = this.#last
    const common = places.findIndex(({ sha256 }, position) => sha256 !== last?.places[position]?.sha256)
    const equal = common === -1 ? places.length : common
    const within =
      last && equal > 0 && equal < places.length
        ? await this.#counter.text(commonText(last.messages[equal - 1], messages[equal - 1]))
        : 0
    const sharedWithLastTokens = (places[equal - 1]?.tokens ?? 0) + within
    const seenBefore = places.findLast(({ sha256 }) => this.#seen.has(sha256))?.tokens ?? 0
    for (const { sha256 } of places) this.#seen.add(sha256)
    this.#last = { places, messages }
    return {
      tokens: places.at(-1)!.tokens,
      sharedTokens: Math.max(sharedWithLastTokens, seenBefore),
      sharedWithLastTokens,
      places: places.map((place, position) =>
        position === equal - 1 && place.after === 'message' ? { ...place, after: 'shared' } : place,
      ),
    }
  }

  /** The first is the end of what stands beside the messages. */
  async #placesOf(request: RawRequest): Promise<readonly MarkedPlace[]> {
    const { messages, system = null, tools = null } = request
    let sha256 = hash(JSON.stringify(withoutCacheMarks({ system, tools })))
    let tokens = await this.#counter.frame(request)
    const places: MarkedPlace[] = [{ after: 'frame', tokens, sha256 }]
    for (const [position, message] of messages.entries()) {
      sha256 = hash(`${sha256} ${this.#hashOf(message)}`)
      tokens += await this.#counter.message(message)
      const isFrame = message.role === 'system' && places.every(({ after }) => after === 'frame')
      const after = position === messages.length - 1 ? 'end' : isFrame ? 'frame' : 'message'
      places.push({ after, tokens, sha256 })
    }
    return places
  }

  #hashOf(message: RawMessage): string {
    const known = this.#hashes.get(message) ?? hash(JSON.stringify(withoutCacheMarks(message)))
    this.#hashes.set(message, known)
    return known
  }
}

/** What two messages have in common at their beginning, in whole UTF-16 units. */
function commonText(left: RawMessage | undefined, right: RawMessage | undefined): string {
  if (!left || !right || left.role !== right.role) return ''
  const [one, other] = [left, right].map((message) =>
    messageBlocks(message)
      .map(({ text }) => text)
      .join('\n'),
  ) as [string, string]
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
