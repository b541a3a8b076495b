import type { Dialect } from '../domain/conversation.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { OperationOptions } from './call-options.ts'

/** What `compressRequest` takes beside the request and the policy: what JSON cannot hold, and what a policy should not know. */
export interface RequestOptions extends OperationOptions {
  /** The shape of the request. */
  readonly dialect: Dialect
  /** The generation model's tokenizer, by name or as an object. Default: that of the model which the request names. */
  readonly tokenizer?: string | Tokenizer
  /** The generation model, by name. Give either this or `tokenizer`. Default: the request's own. */
  readonly model?: string
}
