import type { Exactness } from '../../src/domain/pack.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'

/** A tokenizer that remembers what it was asked to count. */
export interface FakeTokenizer extends Tokenizer {
  readonly counted: readonly string[]
}

/**
 * A small tokenizer for tests of what stands above the port: each run of letters or digits is a token for every `lettersPerToken` of it, each other
 * character but a space is one, and a text that has nothing else is one.
 */
export function fakeTokenizer(
  settings: { readonly identity?: string; readonly exactness?: Exactness; readonly lettersPerToken?: number } = {},
): FakeTokenizer {
  const { identity = 'fake@1', exactness = 'exact', lettersPerToken = 6 } = settings
  const counted: string[] = []
  return {
    identity,
    exactness,
    counted,
    count(text) {
      counted.push(text)
      if (text === '') return 0
      const pieces = text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N} ]/gu) ?? [text]
      return pieces.reduce((tokens, piece) => tokens + Math.ceil(piece.length / lettersPerToken), 0)
    },
  }
}
