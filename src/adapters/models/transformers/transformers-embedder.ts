import { PackgraphError, throwIfCancelled } from '../../../domain/errors.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import { probeDimensions } from '../adapt.ts'
import { checkedEmbedder, type UncheckedEmbedder } from '../checked.ts'
import { NEURAL_DENSE_WEIGHT, type Prefixes, prefixIdentity, withPrefix } from '../neural-defaults.ts'
import { locateModel, type ModelSource } from './model-source.ts'
import {
  type FeatureExtractor,
  type ImportPackage,
  loadTransformers,
  type Pooling,
  type TransformersEnvironment,
  type TransformersModule,
} from './transformers-module.ts'

export interface TransformersEmbedderOptions extends Prefixes {
  /** How token states become one vector: as the model was trained. Default: `mean`. */
  readonly pooling?: Pooling
  /** The int8 file of the model (`true`) or the full one. Default: the full one of a folder that has it, the int8 one from the hub. */
  readonly quantized?: boolean
  /** 0 to 1. Default: .8. */
  readonly denseWeight?: number
  /** How a package is imported. Default: `import`. */
  readonly importPackage?: ImportPackage
}

/** Loads change settings that the whole process shares: one at a time. */
let lastLoad: Promise<unknown> = Promise.resolve()

/**
 * An embedder that runs an ONNX model in this process with `@huggingface/transformers` or `@xenova/transformers`, whichever is installed; neither is a
 * dependency. `model` is a local folder, which is read with downloads forbidden, or a name on the hub, which the package downloads and caches.
 * The identity names model, pooling and prefixes, and not the package. Texts beyond the model's window are cut by its tokenizer.
 *
 * One text is run at a time: padding in a batch would change the last bits of a vector with its neighbours, and on a CPU batching gains little.
 *
 * Errors: `EMBEDDER_UNAVAILABLE` when no package, folder or model file is there, `INVALID_OPTION`, `EMBEDDER_FAILED`, `CANCELLED`. Cost: loading the model
 * and running one text at once; then one run per text.
 */
export async function openTransformersEmbedder(
  model: string,
  options: TransformersEmbedderOptions = {},
): Promise<Embedder> {
  const pooling = options.pooling ?? 'mean'
  const source = await locateModel(model, options.quantized)
  const transformers = await loadTransformers(options.importPackage ?? ((name) => import(name)))
  const extract = await loadExtractor(transformers, source)
  const identity = `transformers:${source.identity};${pooling}${prefixIdentity(options)}`

  const embed: UncheckedEmbedder['embed'] = async (texts, { kind, signal }) => {
    const vectors: ArrayLike<number>[] = []
    for (const text of texts) {
      throwIfCancelled(signal)
      const { data } = await extract(withPrefix(text, kind, options), { pooling, normalize: true })
      vectors.push(Float32Array.from(data))
    }
    return vectors
  }
  const dimensions = await probeDimensions(identity, embed)
  return checkedEmbedder({ identity, dimensions, denseWeight: options.denseWeight ?? NEURAL_DENSE_WEIGHT, embed })
}

function loadExtractor(transformers: TransformersModule, source: ModelSource): Promise<FeatureExtractor> {
  const load = lastLoad.then(() => loadAlone(transformers, source))
  lastLoad = load.catch(() => undefined)
  return load
}

async function loadAlone({ env, pipeline }: TransformersModule, source: ModelSource): Promise<FeatureExtractor> {
  const before = settingsOf(env)
  try {
    Object.assign(env, settingsFor(source, before))
    return await pipeline('feature-extraction', source.name, {
      local_files_only: source.place === 'folder',
      quantized: source.quantized,
      dtype: source.quantized ? 'q8' : 'fp32',
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', `the model ${source.name} cannot be loaded: ${reason}`, {
      facts: { model: source.name, place: source.place },
      hint:
        source.place === 'folder'
          ? 'The folder needs config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.'
          : 'Check the name and the network, or download the model and name its folder.',
      cause,
    })
  } finally {
    Object.assign(env, before)
  }
}

/**
 * A folder is read from its place alone: no download, and no cached model that happens to have its name. For the hub what the process has set holds;
 * the packages' own default allows downloads.
 */
function settingsFor(source: ModelSource, before: TransformersEnvironment): TransformersEnvironment {
  if (source.place === 'hub') return before
  return { allowRemoteModels: false, allowLocalModels: true, localModelPath: source.parent, useFSCache: false }
}

function settingsOf(env: TransformersEnvironment): TransformersEnvironment {
  const { allowRemoteModels, allowLocalModels, localModelPath, useFSCache } = env
  return { allowRemoteModels, allowLocalModels, localModelPath, useFSCache }
}
