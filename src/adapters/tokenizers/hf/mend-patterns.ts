import { ByteLevelClass, DigitsClass, type HfTokenizer, SequenceClass } from './library.ts'

/** The pattern of GPT-2 with `\s` as Unicode White_Space: JavaScript's own has U+FEFF and lacks U+0085. */
const BYTE_LEVEL_PATTERN =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu

/** Digits are all numbers of Unicode, where JavaScript's `\d` is 0 to 9. */
const NUMBER_RUNS = /\P{N}+|\p{N}+/gu
const SINGLE_NUMBERS = /\P{N}+|\p{N}/gu

/** Replaces the patterns of a tokenizer that mean something else in JavaScript than in Rust, where the definitions come from. */
export function mendPatterns(tokenizer: HfTokenizer): void {
  mend(tokenizer.pre_tokenizer)
}

function mend(preTokenizer: object | null): void {
  if (preTokenizer instanceof SequenceClass) preTokenizer.tokenizers.forEach(mend)
  else if (preTokenizer instanceof ByteLevelClass) preTokenizer.pattern = BYTE_LEVEL_PATTERN
  else if (preTokenizer instanceof DigitsClass) {
    preTokenizer.pattern = preTokenizer.config.individual_digits ? SINGLE_NUMBERS : NUMBER_RUNS
  }
}
