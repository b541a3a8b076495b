import { PackgraphError } from '../../domain/errors.ts'
import { nearestName } from '../../domain/nearest-name.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import { HEURISTIC_IDENTITY, heuristicTokenizer } from './heuristic/heuristic-tokenizer.ts'
import { createHfTokenizer } from './hf/hf-tokenizer.ts'
import { readTokenizerFiles } from './hf/tokenizer-files.ts'
import { encodingOfModel, isKnownModel } from './models.ts'
import { ENCODING_NAMES, type EncodingName } from './tiktoken/encodings.ts'
import { loadTiktokenTokenizer } from './tiktoken/tiktoken-tokenizer.ts'

export { knownModels } from './models.ts'

const TIKTOKEN_PREFIX = 'tiktoken:'
const HF_PREFIX = 'hf:'
const HF_FORM = 'hf:<path to tokenizer.json>'

/** Loaded tokenizers by identity, so that a vocabulary is in memory once. */
const loaded = new Map<string, Promise<Tokenizer>>()

/** @returns the names that `resolveTokenizer` takes; the last one stands for a path. */
export function knownTokenizers(): readonly string[] {
  return ['heuristic', HEURISTIC_IDENTITY, ...tiktokenNames(), HF_FORM]
}

/**
 * Finds a tokenizer by name: `heuristic`, `tiktoken:<encoding>` or `hf:<path>`, the path of a tokenizer.json or of the folder it is in. Loading a
 * vocabulary takes tens of milliseconds and reads local files only; each is loaded once.
 *
 * @throws PackgraphError `UNKNOWN_TOKENIZER`, with the nearest name; `TOKENIZER_UNAVAILABLE` when its file cannot be used.
 */
export async function resolveTokenizer(name: string): Promise<Tokenizer> {
  if (name === 'heuristic' || name === HEURISTIC_IDENTITY) return heuristicTokenizer
  if (name.startsWith(HF_PREFIX) && name.length > HF_PREFIX.length) {
    const files = await readTokenizerFiles(name.slice(HF_PREFIX.length))
    return loadOnce(files.identity, async () => createHfTokenizer(files))
  }
  const encoding = ENCODING_NAMES.find((known) => name === TIKTOKEN_PREFIX + known)
  if (encoding === undefined) throw unknownTokenizer(name)
  return resolveEncoding(encoding)
}

/**
 * Finds the tokenizer of a model by the model's name.
 *
 * @throws PackgraphError `UNKNOWN_MODEL`, saying what is known, or which tokenizer the caller has to name; `TOKENIZER_UNAVAILABLE`.
 */
export async function resolveModel(model: string): Promise<Tokenizer> {
  return resolveEncoding(encodingOfModel(model))
}

function resolveEncoding(encoding: EncodingName): Promise<Tokenizer> {
  return loadOnce(TIKTOKEN_PREFIX + encoding, () => loadTiktokenTokenizer(encoding))
}

function loadOnce(identity: string, load: () => Promise<Tokenizer>): Promise<Tokenizer> {
  const known = loaded.get(identity)
  if (known !== undefined) return known
  const loading = load()
  loaded.set(identity, loading)
  loading.catch(() => loaded.delete(identity)) // so that the next call tries again
  return loading
}

function tiktokenNames(): readonly string[] {
  return ENCODING_NAMES.map((encoding) => TIKTOKEN_PREFIX + encoding)
}

function unknownTokenizer(name: string): PackgraphError {
  const nearest = nearestName(name, ['heuristic', ...tiktokenNames()])
  const advice = isKnownModel(name)
    ? `'${name}' is a model: give it as the model, or name its tokenizer '${TIKTOKEN_PREFIX}${encodingOfModel(name)}'. `
    : nearest === undefined
      ? ''
      : `Did you mean '${nearest}'? `
  return new PackgraphError('UNKNOWN_TOKENIZER', `no tokenizer has the name '${name}'`, {
    facts: { tokenizer: name, nearest, known: knownTokenizers() },
    hint: `${advice}Known are ${knownTokenizers().join(', ')}.`,
  })
}
