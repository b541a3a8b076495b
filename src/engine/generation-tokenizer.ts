import { PackgraphError } from '../domain/errors.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { EngineParts } from './parts.ts'

/**
 * The tokenizer of the model that will read the text. It must be named: a guess would make the proof worthless.
 * @throws PackgraphError `TOKENIZER_REQUIRED`, `INVALID_OPTION` when both are given, and what resolving throws.
 */
export async function generationTokenizer(
  choice: { readonly tokenizer?: string | object | undefined; readonly model?: string | undefined },
  parts: Pick<EngineParts, 'resolveTokenizer' | 'resolveModel'>,
): Promise<Tokenizer> {
  const { tokenizer, model } = choice
  if (tokenizer !== undefined && model !== undefined) {
    throw new PackgraphError(
      'INVALID_OPTION',
      'both a tokenizer and a model are named; the model’s tokenizer would be ignored',
      {
        hint: 'Name one of the two.',
      },
    )
  }
  if (tokenizer !== undefined) return parts.resolveTokenizer(tokenizer)
  if (model !== undefined) return parts.resolveModel(model)
  throw new PackgraphError(
    'TOKENIZER_REQUIRED',
    'a count needs the tokenizer of the model that will read the text, and none is named',
    {
      hint: 'Name a model (gpt-4o) or a tokenizer (tiktoken:o200k_base, hf:path/to/tokenizer.json; heuristic for an estimate).',
    },
  )
}
