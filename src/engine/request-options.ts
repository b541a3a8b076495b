import type { CompressedRequest } from '../domain/compressed-request.ts'
import type { Dialect } from '../domain/conversation.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { ToolRouter } from '../ports/tool-router.ts'
import type { OperationOptions } from './call-options.ts'

/** What `compressRequest` takes beside the request and the policy: what JSON cannot hold, and what a policy should not know. */
export interface RequestOptions extends OperationOptions {
  /** The shape of the request. */
  readonly dialect: Dialect
  /** The generation model's tokenizer, by name or as an object. Default: that of the model which the request names. */
  readonly tokenizer?: string | Tokenizer
  /** The generation model, by name. Give either this or `tokenizer`. Default: the request's own. */
  readonly model?: string
  /** Shortens documents and episodes of the memory: `openai:<model>`, or an object. What it gets wrong is shortened without it. Default: none; no model is asked unasked. */
  readonly summarizer?: string | Summarizer
  /** The conversation, in the entries of the ledger. Default: none; what was sent of a conversation is known by the conversation itself. */
  readonly sessionId?: string
  /** Says which tools a request cannot need, in place of the policy's router. It is asked when the request is over its budget, and again where tools were left out before. */
  readonly toolRouter?: ToolRouter
  /** Hears of each request in the sample of `policy.shadow`: send both, and have the answers compared by `judgeShadow`. */
  readonly onShadow?: (shadow: ShadowRequest) => void
}

/** A request of the sample, and what became of it. */
export interface ShadowRequest extends CompressedRequest {
  /** What `judgeShadow` wants to know it by. */
  readonly key: string
  readonly query: string
  /** As it was given. */
  readonly fullRequest: unknown
}
