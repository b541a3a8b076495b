import { modelOf } from '../converse/dialects/model-of.ts'
import type { Conversation } from '../domain/conversation.ts'
import { PackgraphError } from '../domain/errors.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { generationTokenizer } from './generation-tokenizer.ts'
import type { EngineParts } from './parts.ts'
import type { RequestOptions } from './request-options.ts'

/**
 * The tokenizer that a request is counted with: the one that is named, else that of the request's own model, where its name is known.
 * @throws PackgraphError `TOKENIZER_REQUIRED` where nothing names one, and what resolving throws.
 */
export async function requestTokenizer(
  conversation: Conversation,
  options: Pick<RequestOptions, 'tokenizer' | 'model'>,
  parts: Pick<EngineParts, 'resolveTokenizer' | 'resolveModel'>,
): Promise<Tokenizer> {
  const { tokenizer, model } = options
  const own = modelOf(conversation)
  if (tokenizer !== undefined || model !== undefined || own === undefined) return generationTokenizer(options, parts)
  try {
    return await parts.resolveModel(own)
  } catch (error) {
    if (!(error instanceof PackgraphError) || error.code !== 'UNKNOWN_MODEL') throw error
    throw new PackgraphError(
      'TOKENIZER_REQUIRED',
      `no tokenizer is known for the request’s model, ${own}, and none is named`,
      {
        facts: { model: own },
        ...(error.hint !== undefined && { hint: error.hint }),
        cause: error,
      },
    )
  }
}
