import * as library from '@huggingface/tokenizers'

/**
 * The part of `@huggingface/tokenizers` that is used here. Its own declarations import without file extensions, which Node's module resolution does not
 * follow, so that they arrive without types.
 */
interface Library {
  readonly Tokenizer: new (definition: object, config: object) => HfTokenizer
  readonly SequencePreTokenizer: Constructor<SequencePreTokenizer>
  readonly ByteLevelPreTokenizer: Constructor<PatternPreTokenizer>
  readonly DigitsPreTokenizer: Constructor<PatternPreTokenizer>
}

type Constructor<T> = new (...parameters: never[]) => T

export interface HfTokenizer {
  readonly pre_tokenizer: object | null
  /** Texts of the tokens; without special tokens unless asked for. */
  tokenize(text: string): readonly string[]
}

export interface SequencePreTokenizer {
  readonly tokenizers: readonly (object | null)[]
}

export interface PatternPreTokenizer {
  pattern: RegExp
  readonly config: { readonly individual_digits?: boolean }
}

export const {
  Tokenizer: HfTokenizerClass,
  SequencePreTokenizer: SequenceClass,
  ByteLevelPreTokenizer: ByteLevelClass,
  DigitsPreTokenizer: DigitsClass,
}: Library = library as unknown as Library
