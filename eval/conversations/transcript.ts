import type { Usage } from '../sessions/recorded-usage.ts'

/** A message as a request holds it. */
export type RawMessage = Readonly<Record<string, unknown>> & { readonly role: string }

/** A request as a provider takes it. */
export interface RawRequest {
  readonly messages: readonly RawMessage[]
  readonly [field: string]: unknown
}

/** One call to the model: what was sent are the messages from `start` to `end`, and the answer is the message at `end`. */
export interface TranscriptCall {
  readonly start: number
  readonly end: number
  /** Null where it was not recorded. */
  readonly usage: Usage | null
}

/** One conversation, as a sequence of requests. */
export interface Transcript {
  readonly name: string
  /** Those of one group are summed up together. */
  readonly group: string
  readonly dialect: 'openai' | 'anthropic'
  /** What stands in every request beside its messages: system prompt and tools, where the dialect keeps them there. */
  readonly frame: Readonly<Record<string, unknown>>
  readonly messages: readonly RawMessage[]
  /** In order. `start` moves on where the history was replaced by a summary. */
  readonly calls: readonly TranscriptCall[]
  /** What has to be known in the end, where somebody wrote it down. */
  readonly answers: readonly string[]
}

/** The request of a call, as it was sent. */
export function requestOf({ frame, messages }: Transcript, { start, end }: TranscriptCall): RawRequest {
  return { ...frame, messages: messages.slice(start, end) }
}

/** What the model answered to a call. */
export function answerOf({ messages }: Transcript, { end }: TranscriptCall): RawMessage {
  return messages[end]!
}
