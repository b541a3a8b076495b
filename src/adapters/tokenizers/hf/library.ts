import * as library from '@huggingface/tokenizers'

/**
 * The part of `@huggingface/tokenizers` that is used here. Its own declarations import without file extensions, which Node's module resolution does not
 * follow, so that they arrive without types.
 */
interface Library {
  readonly Tokenizer: new (definition: object, config: object) => HfTokenizer
  readonly BPE: Constructor<BpeModel>
  readonly SequencePreTokenizer: Constructor<SequencePreTokenizer>
  readonly ByteLevelPreTokenizer: Constructor<ByteLevelPreTokenizer>
  readonly DigitsPreTokenizer: Constructor<DigitsPreTokenizer>
}

type Constructor<T> = new (...parameters: never[]) => T

export interface HfTokenizer {
  readonly pre_tokenizer: object | null
  readonly model: object | null
  /** Texts of the tokens; without special tokens unless asked for. */
  tokenize(text: string): readonly string[]
}

export interface BpeModel {
  readonly tokens_to_ids: ReadonlyMap<string, number>
  /** Pairs in order of rank. */
  readonly merges: readonly (readonly string[])[]
  readonly end_of_word_suffix?: string | null
  readonly continuing_subword_suffix?: string | null
  /** Splits a word into tokens. */
  bpe: (word: string) => readonly string[]
}

export interface SequencePreTokenizer {
  readonly tokenizers: readonly (object | null)[]
}

export interface ByteLevelPreTokenizer {
  readonly add_prefix_space: boolean
  readonly use_regex: boolean
  pre_tokenize_text: (text: string) => readonly string[]
}

export interface DigitsPreTokenizer {
  pattern: RegExp
  readonly config: { readonly individual_digits?: boolean }
}

const typed: Library = library as unknown as Library

export const HfTokenizerClass: Library['Tokenizer'] = typed.Tokenizer
export const BpeClass: Library['BPE'] = typed.BPE
export const SequenceClass: Library['SequencePreTokenizer'] = typed.SequencePreTokenizer
export const ByteLevelClass: Library['ByteLevelPreTokenizer'] = typed.ByteLevelPreTokenizer
export const DigitsClass: Library['DigitsPreTokenizer'] = typed.DigitsPreTokenizer
