import { ByteSpeller } from './byte-speller.ts'
import { ByteLevelClass, type ByteLevelPreTokenizer, DigitsClass, type HfTokenizer, SequenceClass } from './library.ts'

/** The pattern of GPT-2 with `\s` as Unicode White_Space: JavaScript's own has U+FEFF and lacks U+0085. */
const GPT2_PATTERN =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu

/** Digits are all numbers of Unicode, where JavaScript's `\d` is 0 to 9. */
const NUMBER_RUNS = /\P{N}+|\p{N}+/gu
const SINGLE_NUMBERS = /\P{N}+|\p{N}/gu

/** Replaces what means something else in JavaScript than in Rust, where the definitions come from, and what is needlessly slow. */
export function mendPreTokenizer(tokenizer: HfTokenizer): void {
  mend(tokenizer.pre_tokenizer)
}

function mend(preTokenizer: object | null): void {
  if (preTokenizer instanceof SequenceClass) preTokenizer.tokenizers.forEach(mend)
  else if (preTokenizer instanceof ByteLevelClass) mendByteLevel(preTokenizer)
  else if (preTokenizer instanceof DigitsClass) {
    preTokenizer.pattern = preTokenizer.config.individual_digits ? SINGLE_NUMBERS : NUMBER_RUNS
  }
}

function mendByteLevel(preTokenizer: ByteLevelPreTokenizer): void {
  const speller = new ByteSpeller()
  const { add_prefix_space: addsSpace, use_regex: splits } = preTokenizer
  preTokenizer.pre_tokenize_text = (text) => {
    const prefixed = addsSpace && !text.startsWith(' ') ? ` ${text}` : text
    const pieces = splits ? (prefixed.match(GPT2_PATTERN) ?? []) : [prefixed]
    return pieces.map((piece) => speller.spell(piece))
  }
}
