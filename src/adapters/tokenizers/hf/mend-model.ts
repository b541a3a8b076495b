import { BpeClass, type BpeModel, type HfTokenizer } from './library.ts'
import { WordSplitter } from './word-splitter.ts'

/**
 * Replaces the merging of a BPE model by our own, which gives the same tokens several times faster. Models with marks at the ends of words or parts are
 * left as they are.
 */
export function mendModel(tokenizer: HfTokenizer): void {
  const { model } = tokenizer
  if (!(model instanceof BpeClass) || marksWords(model)) return
  const splitter = new WordSplitter({ tokensToIds: model.tokens_to_ids, merges: model.merges })
  model.bpe = (word) => splitter.split(word)
}

function marksWords(model: BpeModel): boolean {
  return Boolean(model.end_of_word_suffix) || Boolean(model.continuing_subword_suffix)
}
