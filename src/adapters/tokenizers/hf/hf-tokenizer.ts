import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { inexactParts } from './fidelity.ts'
import { type HfTokenizer, HfTokenizerClass } from './library.ts'
import { mendModel } from './mend-model.ts'
import { mendPreTokenizer } from './mend-pre-tokenizer.ts'
import { parseJsonObject, type TokenizerFiles, unavailable } from './tokenizer-files.ts'

const LONE_SURROGATES = /\p{Surrogate}/gu

/**
 * Makes a tokenizer of a tokenizer.json. It counts what Hugging Face's `tokenizers` encodes without the special tokens that a chat template or a
 * post-processor adds; a special token that the text itself contains is one token, as there, and a lone surrogate is U+FFFD.
 *
 * It is `exact` unless the definition asks for parts that the library in use does otherwise ({@link inexactParts}); then it is `estimated`.
 * `count` is O(n log n), at some 0.3 million tokens a second.
 *
 * @throws PackgraphError `TOKENIZER_UNAVAILABLE` when the definition is not JSON or not a tokenizer.
 */
export function createHfTokenizer({ path, identity, definition, config }: TokenizerFiles): Tokenizer {
  const parsed = withDefaults(parseJsonObject(definition, path))
  const tokenizer = build(path, parsed, config)
  mendPreTokenizer(tokenizer)
  mendModel(tokenizer)
  return {
    identity,
    exactness: inexactParts(parsed).length === 0 ? 'exact' : 'estimated',
    count: (text) => tokenizer.tokenize(text.replace(LONE_SURROGATES, '\ufffd')).length,
  }
}

/** Parts that a definition may leave out and that the library wants to see. */
function withDefaults(definition: object): object {
  return { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, added_tokens: [], ...definition }
}

function build(path: string, definition: object, config: object): HfTokenizer {
  try {
    const tokenizer = new HfTokenizerClass(definition, config)
    tokenizer.tokenize('probe') // some defects show only in use
    return tokenizer
  } catch (cause) {
    throw unavailable(path, 'is not a tokenizer that can be used', cause)
  }
}
