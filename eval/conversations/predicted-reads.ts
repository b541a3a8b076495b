import type { Usage } from '../sessions/recorded-usage.ts'
import type { RequestCounter } from './request-counter.ts'
import { requestOf, type Transcript } from './transcript.ts'

/** How well the cache reads that a provider recorded for a session can be told: sums over its calls from the second on. */
export interface PredictedReads {
  readonly name: string
  readonly calls: number
  readonly readTokens: number
  /** From the recorded usage of the call before: read_k = read_(k−1) + created_(k−1). */
  readonly fromUsageTokens: number
  /** From the texts: each call reads what the one before it sent, sizes by count and a factor learned from earlier calls. */
  readonly fromTextTokens: number
  /** What the factor has become in the end. */
  readonly factor: number
}

/**
 * Replays a session without compression, and predicts the cache reads of each call twice. From texts, a request is as large as the first one was recorded to be, and f × the tokens of the
 * messages since; f is growth that was charged / growth that was counted, over the calls before it. Where the history was replaced, a call reads what the first one sent before its messages, or all of it.
 * @returns undefined where a call has no recorded usage, or is the only one.
 */
export async function predictedReads(
  transcript: Transcript,
  counter: RequestCounter,
): Promise<PredictedReads | undefined> {
  const { name, calls } = transcript
  const usages = calls.flatMap(({ usage }) => usage ?? [])
  if (usages.length < calls.length || calls.length < 2) return undefined
  const counted = await countHistories(transcript, counter)
  const firstSent = sentTokens(usages[0]!)
  let [charged, grown] = [0, 0]
  let [readTokens, fromUsageTokens, fromTextTokens, factor] = [0, 0, 0, 1]
  for (let position = 1; position < calls.length; position++) {
    const [before, usage] = [usages[position - 1]!, usages[position]!]
    const isContinued = calls[position]!.start === calls[position - 1]!.start
    const history = isContinued ? counted[position - 1]! - counted[0]! : 0
    readTokens += usage.cache_read_input_tokens
    fromUsageTokens += isContinued ? before.cache_read_input_tokens + before.cache_creation_input_tokens : firstSent
    fromTextTokens += firstSent + factor * history
    if (!isContinued) continue
    charged += sentTokens(usage) - sentTokens(before)
    grown += counted[position]! - counted[position - 1]!
    if (charged > 0 && grown > 0) factor = charged / grown
  }
  return { name, calls: calls.length - 1, readTokens, fromUsageTokens, fromTextTokens, factor }
}

/** Tokens of the messages of each request. */
async function countHistories(transcript: Transcript, counter: RequestCounter): Promise<readonly number[]> {
  const counts: number[] = []
  for (const call of transcript.calls) {
    let tokens = 0
    for (const message of requestOf(transcript, call).messages) tokens += await counter.message(message)
    counts.push(tokens)
  }
  return counts
}

function sentTokens(usage: Usage): number {
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
}
