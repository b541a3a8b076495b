/** Letters of the tiny vocabulary: some plain ones, and those that stand for the bytes of a space and of U+FEFF. */
const LETTERS: readonly string[] = ['a', 'b', 'c', 'e', 'n', 'd', '<', '>', '٣', ' ', 'Ġ', 'ï', '»', '¿']

/** A tokenizer.json for a BPE vocabulary of a dozen letters, of `merges` and of the special token `<end>`. `parts` replaces whole parts of it. */
export function tinyDefinition(
  parts: { readonly merges?: readonly (string | readonly string[])[]; readonly [part: string]: unknown } = {},
): object {
  const { merges = ['a b'], ...others } = parts
  const merged = merges.map((merge) => (typeof merge === 'string' ? merge.split(' ') : merge).join(''))
  const tokens = [...LETTERS, ...merged, '<unk>']
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]))
  return {
    version: '1.0',
    added_tokens: [{ id: tokens.length, content: '<end>', special: true, normalized: false }],
    normalizer: null,
    pre_tokenizer: null,
    model: { type: 'BPE', vocab, merges, unk_token: '<unk>', byte_fallback: false },
    ...others,
  }
}
