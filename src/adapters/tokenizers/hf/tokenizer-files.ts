import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { PackgraphError } from '../../../domain/errors.ts'

const TOKENIZER_FILE = 'tokenizer.json'
const CONFIG_FILE = 'tokenizer_config.json'

/** What a tokenizer is made from, as read. */
export interface TokenizerFiles {
  readonly path: string
  /** `hf:<name>@<first 16 hex digits of the SHA-256 of tokenizer.json>` */
  readonly identity: string
  /** The bytes of tokenizer.json, not parsed yet. */
  readonly definition: Buffer
  /** The content of tokenizer_config.json beside it; an empty object when there is none. */
  readonly config: object
}

/**
 * Reads a tokenizer.json, by its path or by that of its folder.
 *
 * @throws PackgraphError `TOKENIZER_UNAVAILABLE` when it cannot be read, or the config beside it cannot.
 */
export async function readTokenizerFiles(path: string): Promise<TokenizerFiles> {
  const file = await locate(resolve(path))
  const definition = await readOrFail(file)
  const sha256 = createHash('sha256').update(definition).digest('hex')
  return {
    path: file,
    identity: `hf:${nameOf(file)}@${sha256.slice(0, 16)}`,
    definition,
    config: await readConfig(join(dirname(file), CONFIG_FILE)),
  }
}

/** @throws PackgraphError `TOKENIZER_UNAVAILABLE` when the bytes are not a JSON object. */
export function parseJsonObject(bytes: Buffer, path: string): object {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw unavailable(path, 'is not valid JSON', cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unavailable(path, 'is not a JSON object')
  return value
}

/** The one error of this adapter. */
export function unavailable(path: string, problem: string, cause?: unknown): PackgraphError {
  return new PackgraphError('TOKENIZER_UNAVAILABLE', `the tokenizer file ${path} ${problem}`, {
    facts: { path },
    hint: 'Name the tokenizer.json that is published beside the weights of the model, or the folder it is in, as hf:<path>.',
    cause,
  })
}

async function locate(path: string): Promise<string> {
  try {
    return (await stat(path)).isDirectory() ? join(path, TOKENIZER_FILE) : path
  } catch (cause) {
    throw unavailable(path, reasonOf(cause), cause)
  }
}

async function readOrFail(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw unavailable(path, reasonOf(cause), cause)
  }
}

async function readConfig(path: string): Promise<object> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return {}
    throw unavailable(path, reasonOf(cause), cause)
  }
  return parseJsonObject(bytes, path)
}

function reasonOf(cause: unknown): string {
  return errorCode(cause) === 'ENOENT' ? 'does not exist' : `cannot be read (${errorCode(cause) ?? String(cause)})`
}

function errorCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/** Folders that say nothing about the model; caches name one by the hash of a revision. */
const NAMELESS_FOLDER = /^(models?|tokenizers?|snapshots|[0-9a-f]{40})$/

/** A name for people: the file's own if it has one, else that of the nearest folder with a telling name. */
function nameOf(file: string): string {
  const stem = basename(file, extname(file))
  if (stem !== 'tokenizer') return stem
  let folder = dirname(file)
  while (NAMELESS_FOLDER.test(basename(folder))) folder = dirname(folder)
  return basename(folder) || stem
}
