/** The parts of a tokenizer.json that decide whether it can be counted exactly. Unknown fields are left alone: the format grows. */
interface Definition {
  readonly normalizer?: Component | null
  readonly pre_tokenizer?: Component | null
  readonly model?: Component | null
  readonly added_tokens?: readonly { readonly content: string; readonly single_word?: boolean }[]
}

interface Component {
  readonly type?: string
  readonly behavior?: string
  readonly invert?: boolean
  readonly split?: boolean
  readonly dropout?: number | null
  readonly continuing_subword_prefix?: string | null
  readonly pattern?: { readonly String?: string }
  readonly normalizers?: readonly Component[]
  readonly pretokenizers?: readonly Component[]
}

const EXACT_NORMALIZERS: ReadonlySet<string> = new Set(['NFC', 'NFD', 'NFKC', 'NFKD', 'Replace', 'Prepend'])

/**
 * Lists what a tokenizer.json asks for that the library in use does differently from Hugging Face's own `tokenizers`. Byte-pair vocabularies as Llama,
 * Qwen, DeepSeek, Gemma, Mistral and Claude have them need none of it.
 *
 * @returns one phrase for each such part, in order of processing; none when counts are exact.
 */
export function inexactParts(definition: object): readonly string[] {
  const { normalizer, pre_tokenizer: preTokenizer, model, added_tokens: addedTokens } = definition as Definition
  const normalizers = flatten(normalizer)
  const parts = [
    ...normalizers.filter(({ type }) => !EXACT_NORMALIZERS.has(type ?? '')).map(({ type }) => `normalizer ${type}`),
    ...flatten(preTokenizer)
      .filter((part) => !isExactPreTokenizer(part, normalizers))
      .map(({ type, behavior }) => `pre-tokenizer ${type}${behavior === undefined ? '' : ` (${behavior})`}`),
  ]
  if (!isExactModel(model)) parts.push(`model ${model?.type}`)
  if (addedTokens?.some((token) => token.single_word === true)) parts.push('added tokens that match whole words only')
  return parts
}

function flatten(component: Component | null | undefined): readonly Component[] {
  if (component === null || component === undefined) return []
  if (component.type !== 'Sequence') return [component]
  return (component.normalizers ?? component.pretokenizers ?? []).flatMap(flatten)
}

function isExactPreTokenizer(part: Component, normalizers: readonly Component[]): boolean {
  if (part.type === 'ByteLevel' || part.type === 'Digits') return true // with their patterns mended
  if (part.type === 'Metaspace') return part.split === false
  if (part.type === 'Punctuation') return part.behavior === 'Contiguous'
  return part.type === 'Split' && (isExactSplit(part) || neverSplits(part, normalizers))
}

function isExactSplit({ behavior, invert = false }: Component): boolean {
  return behavior === 'Removed' || (behavior === 'Isolated' && !invert)
}

/** Whether a split waits for a text that a normalizer has replaced everywhere, as Gemma's does for spaces. */
function neverSplits({ pattern }: Component, normalizers: readonly Component[]): boolean {
  return normalizers.some(
    ({ type, pattern: replaced }) =>
      type === 'Replace' && replaced?.String !== undefined && replaced.String === pattern?.String,
  )
}

function isExactModel(model: Component | null | undefined): boolean {
  return model?.type === 'BPE' && !model.dropout && !model.continuing_subword_prefix
}
