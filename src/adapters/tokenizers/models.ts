import { PackgraphError } from '../../domain/errors.ts'
import { nearestName } from '../../domain/nearest-name.ts'
import type { EncodingName } from './tiktoken/encodings.ts'

/** Models that one encoding serves. A prefix stands for dated and sized variants, so that it ends where those begin. */
interface ModelGroup {
  readonly encoding: EncodingName
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
}

/** Models whose tokenizer is published as one of the encodings. Source: OpenAI's tiktoken, the table of models; as of 2025. */
const MODEL_GROUPS: readonly ModelGroup[] = [
  {
    encoding: 'o200k_base',
    names: ['gpt-5', 'gpt-4.5-preview', 'gpt-4.1', 'gpt-4o', 'o1', 'o3', 'o4-mini'],
    // The open models' vocabulary (o200k_harmony) differs in special tokens only.
    prefixes: ['gpt-5-', 'gpt-5.', 'gpt-4.5-', 'gpt-4.1-', 'gpt-4o-', 'chatgpt-4o-', 'o1-', 'o3-', 'o4-', 'gpt-oss-'],
  },
  {
    encoding: 'cl100k_base',
    names: [
      'gpt-4',
      'gpt-3.5',
      'gpt-3.5-turbo',
      'gpt-35-turbo',
      'davinci-002',
      'babbage-002',
      'text-embedding-3-small',
      'text-embedding-3-large',
      'text-embedding-ada-002',
    ],
    prefixes: ['gpt-4-', 'gpt-3.5-turbo-', 'gpt-35-turbo-'],
  },
  {
    encoding: 'p50k_base',
    names: ['text-davinci-003', 'text-davinci-002', 'code-davinci-002', 'code-davinci-001', 'code-cushman-001'],
    prefixes: [],
  },
  { encoding: 'p50k_edit', names: ['text-davinci-edit-001', 'code-davinci-edit-001'], prefixes: [] },
  {
    encoding: 'r50k_base',
    names: [
      'text-davinci-001',
      'text-curie-001',
      'text-babbage-001',
      'text-ada-001',
      'davinci',
      'curie',
      'babbage',
      'ada',
    ],
    prefixes: [],
  },
  { encoding: 'gpt2', names: ['gpt2', 'gpt-2'], prefixes: [] },
]

/** A family of models without a published encoding: which tokenizer to name is the caller's to say. */
interface OtherFamily {
  readonly family: string
  /** What the last part of a model's name starts with. */
  readonly prefixes: readonly string[]
  readonly publishesTokenizer: boolean
}

const OTHER_FAMILIES: readonly OtherFamily[] = [
  { family: 'Claude', prefixes: ['claude'], publishesTokenizer: false },
  { family: 'Gemini', prefixes: ['gemini'], publishesTokenizer: false },
  { family: 'Grok', prefixes: ['grok'], publishesTokenizer: false },
  { family: 'Gemma', prefixes: ['gemma'], publishesTokenizer: true },
  { family: 'Llama', prefixes: ['llama', 'meta-llama', 'codellama'], publishesTokenizer: true },
  { family: 'Qwen', prefixes: ['qwen', 'qwq'], publishesTokenizer: true },
  { family: 'DeepSeek', prefixes: ['deepseek'], publishesTokenizer: true },
  {
    family: 'Mistral',
    prefixes: ['mistral', 'mixtral', 'ministral', 'codestral', 'magistral', 'devstral', 'open-mistral', 'open-mixtral'],
    publishesTokenizer: true,
  },
  { family: 'Phi', prefixes: ['phi-'], publishesTokenizer: true },
]

/** @returns the names of all known models, each prefix followed by `*`, newest families first. */
export function knownModels(): readonly string[] {
  return MODEL_GROUPS.flatMap((group) => [...group.names, ...group.prefixes.map((prefix) => `${prefix}*`)])
}

/**
 * Names the encoding of a model. A provider before a slash and the marks of a fine-tuned model (`ft:gpt-4o-2024-08-06:…`) are looked through.
 *
 * @throws PackgraphError `UNKNOWN_MODEL` for any model without a published encoding; there is no guess.
 */
export function encodingOfModel(model: string): EncodingName {
  const encoding = findEncoding(model)
  if (encoding === undefined) throw unknownModel(model)
  return encoding
}

/** @returns whether {@link encodingOfModel} knows the model. */
export function isKnownModel(model: string): boolean {
  return findEncoding(model) !== undefined
}

function findEncoding(model: string): EncodingName | undefined {
  const base = baseName(model)
  return MODEL_GROUPS.find(
    ({ names, prefixes }) => names.includes(base) || prefixes.some((prefix) => base.startsWith(prefix)),
  )?.encoding
}

function baseName(model: string): string {
  const name = model.startsWith('openai/') ? model.slice('openai/'.length) : model
  return name.startsWith('ft:') ? name.split(':')[1]! : name
}

function unknownModel(model: string): PackgraphError {
  const lastPart = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const other = OTHER_FAMILIES.find(({ prefixes }) => prefixes.some((prefix) => lastPart.startsWith(prefix)))
  if (other !== undefined) return otherFamily(model, other)
  const nearest = nearestName(
    model,
    MODEL_GROUPS.flatMap((group) => group.names),
  )
  return new PackgraphError('UNKNOWN_MODEL', `no tokenizer is known for the model '${model}'`, {
    facts: { model, nearest, known: knownModels() },
    hint:
      `${nearest === undefined ? '' : `Did you mean '${nearest}'? `}Known are ${knownModels().join(', ')}. ` +
      'For any other model name its tokenizer: tiktoken:<encoding> or hf:<path to its tokenizer.json>.',
  })
}

function otherFamily(model: string, { family, publishesTokenizer }: OtherFamily): PackgraphError {
  const hint = publishesTokenizer
    ? `The tokenizer of a ${family} model is in the tokenizer.json beside its weights: name it as hf:<path to tokenizer.json>.`
    : `No tokenizer is published for current ${family} models: name one yourself, hf:<path to tokenizer.json> for a file you trust or ` +
      "'heuristic' for an estimate."
  return new PackgraphError('UNKNOWN_MODEL', `the tokenizer of the ${family} model '${model}' must be named`, {
    facts: { model, family },
    hint,
  })
}
