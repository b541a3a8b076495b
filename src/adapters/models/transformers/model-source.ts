import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { PackgraphError } from '../../../domain/errors.ts'

/** Where a model comes from, and what tells it from others. */
export type ModelSource =
  | { readonly place: 'hub'; readonly name: string; readonly quantized: boolean; readonly identity: string }
  | {
      readonly place: 'folder'
      /** The folder that holds the model's folder. */
      readonly parent: string
      readonly name: string
      readonly quantized: boolean
      readonly identity: string
    }

const HUB_NAME = /^[A-Za-z0-9][\w.-]*(?:\/[\w.-]+)?$/
const FOLDER_NAME = /^[\w.-]+$/
const MODEL_FILE = { full: 'model.onnx', quantized: 'model_quantized.onnx' } as const
const IDENTITY_HASH_LENGTH = 16

/**
 * Tells a local model folder from a name on the hub. A folder that exists always wins, so that nothing is downloaded by mistake; what looks like a path
 * must exist. The identity of a folder has the hash of the files that make its vectors (model and tokenizer), not its path.
 *
 * @param quantized which of the model's files to use; undefined takes `model.onnx` where a folder has it, and the smaller one from the hub.
 * @throws PackgraphError `EMBEDDER_UNAVAILABLE` when the folder or its model file is missing, `INVALID_OPTION` when the name is neither.
 */
export async function locateModel(model: string, quantized: boolean | undefined): Promise<ModelSource> {
  const path = resolve(model)
  if (await isFolder(path)) return folderSource(path, quantized)
  if (/^[./\\~]|^[A-Za-z]:[\\/]/.test(model))
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', `there is no model folder at ${model}`, {
      facts: { path },
      hint: 'Name a folder with config.json, tokenizer.json and onnx/model.onnx, or a model on the hub as owner/name.',
    })
  if (!HUB_NAME.test(model))
    throw new PackgraphError('INVALID_OPTION', `${JSON.stringify(model)} is neither a folder nor a name on the hub`, {
      facts: { model },
      hint: 'Use transformers:<folder> or transformers:<owner>/<name>.',
    })
  const small = quantized ?? true
  return { place: 'hub', name: model, quantized: small, identity: `${model};${small ? 'q8' : 'fp32'}` }
}

async function folderSource(path: string, quantized: boolean | undefined): Promise<ModelSource> {
  const name = basename(path)
  if (!FOLDER_NAME.test(name))
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', `the model folder's name ${JSON.stringify(name)} is not usable`, {
      facts: { path },
      hint: 'Rename it: letters, digits, dots, hyphens and underscores work.',
    })
  const files = await readdir(join(path, 'onnx')).catch((): string[] => [])
  const small = quantized ?? !files.includes(MODEL_FILE.full)
  const wanted = small ? MODEL_FILE.quantized : MODEL_FILE.full
  if (!files.includes(wanted))
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', `the model folder ${path} has no onnx/${wanted}`, {
      facts: { path, found: files },
      hint: 'Export the model to ONNX, or download the onnx folder of its page on the hub.',
    })
  const parts = files.filter((file) => file.startsWith(wanted)).sort()
  const hash = await hashFiles([...parts.map((file) => join(path, 'onnx', file)), join(path, 'tokenizer.json')])
  const identity = `${name}#${hash.slice(0, IDENTITY_HASH_LENGTH)}`
  return { place: 'folder', parent: dirname(path), name, quantized: small, identity }
}

async function hashFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  try {
    for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (cause) {
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', 'a file of the model folder cannot be read', {
      facts: { paths },
      hint: 'The folder needs config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.',
      cause,
    })
  }
  return hash.digest('hex')
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
