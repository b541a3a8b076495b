import type { SlimRoute } from '../domain/slimmed-output.ts'

/** The output of a tool as it was handed on. */
export interface ToolCall {
  readonly sessionId: string
  /** Hash of everything that makes two calls the same, their outputs included; 64 hex digits. */
  readonly callHash: string
  readonly seenAtMs: number
  readonly route: SlimRoute
  /** Whether another text stood in place of the output. */
  readonly adopted: boolean
  /** Identity of what counted. */
  readonly tokenizer: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** What is known of a session when an output comes. */
export interface ToolCallMemory {
  /** Whether the same call was seen at or after a time, and handed on as more than a note that it is a duplicate. */
  readonly hasEarlier: boolean
  /** Whether the same call was ever seen and its output replaced by more than such a note. */
  readonly wasSlimmed: boolean
  /** How many outputs of the session were replaced. */
  readonly adopted: number
}

/** Which outputs of tools came by, by session. No content: the generation of a store stays. */
export interface ToolCallLog {
  /** @param sinceMs calls before this time do not count as earlier ones. */
  recallToolCalls(sessionId: string, callHash: string, sinceMs: number): Promise<ToolCallMemory>
  rememberToolCall(call: ToolCall): Promise<void>
}
