import { PackgraphError } from '../../domain/errors.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { checkedEmbedder, type UncheckedEmbedder } from './checked.ts'
import { NEURAL_DENSE_WEIGHT } from './neural-defaults.ts'

/** What a foreign embedder does not say about itself. */
export interface EmbedderDescription {
  /** Name and revision of the model. Default: what the object tells (provider and model name). */
  readonly identity?: string
  /** Default: found by embedding one short text. */
  readonly dimensions?: number
  /** 0 to 1. Default: .8. */
  readonly denseWeight?: number
}

/** An embedding model of the AI SDK (`ai`), as far as it is used. */
interface ProviderModel {
  readonly modelId?: unknown
  readonly provider?: unknown
  readonly maxEmbeddingsPerCall?: number | undefined | PromiseLike<number | undefined>
  doEmbed(request: {
    values: string[]
    abortSignal?: AbortSignal
  }): PromiseLike<{ embeddings: readonly (readonly number[])[] }>
}

/** LangChain's `Embeddings`, as far as it is used. */
interface EmbeddingsClient {
  readonly model?: unknown
  readonly modelName?: unknown
  embedDocuments(texts: string[]): Promise<readonly (readonly number[])[]>
  embedQuery(text: string): Promise<readonly number[]>
}

type EmbedFunction = UncheckedEmbedder['embed']

const PROBE_TEXT = 'dimension'

/**
 * Makes an embedder of what users already have: an object of our own shape, an AI SDK embedding model (`doEmbed`) or a LangChain one
 * (`embedDocuments`, `embedQuery`). The result is checked (see `checkedEmbedder`).
 *
 * Errors: `INVALID_OPTION` when the object has none of the shapes or an identity can be neither found nor was given; `EMBEDDER_FAILED` when the
 * dimension must be probed and the model fails. Cost: one embedding where `dimensions` is not given.
 */
export async function adaptEmbedder(value: object, description: EmbedderDescription = {}): Promise<Embedder> {
  if (isEmbedder(value)) return checkedEmbedder(ownShape(value, description))
  const { told, embed } = foreignEmbedder(value)
  const identity = description.identity ?? identityOf(value) ?? told
  if (identity === undefined)
    throw new PackgraphError('INVALID_OPTION', 'the embedder does not say which model it is', {
      hint: 'Give it a property identity (name and revision of the model): Object.assign(embedder, { identity: "my-model@1" }).',
    })
  const denseWeight = description.denseWeight ?? NEURAL_DENSE_WEIGHT
  const dimensions = description.dimensions ?? (await probeDimensions(identity, embed))
  return checkedEmbedder({ identity, dimensions, denseWeight, embed })
}

/** @returns how many numbers a vector of the model has, found by embedding one short text. @throws PackgraphError `EMBEDDER_FAILED`. */
export async function probeDimensions(identity: string, embed: EmbedFunction): Promise<number> {
  let vectors: readonly ArrayLike<number>[]
  try {
    vectors = await embed([PROBE_TEXT], { kind: 'document' })
  } catch (cause) {
    if (cause instanceof PackgraphError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PackgraphError('EMBEDDER_FAILED', `the embedder ${identity} failed on a first text: ${reason}`, { cause })
  }
  const length = vectors[0]?.length ?? 0
  if (length === 0)
    throw new PackgraphError('EMBEDDER_FAILED', `the embedder ${identity} returned no vector for a first text`, {
      facts: { embedder: identity },
    })
  return length
}

function ownShape(embedder: Embedder, description: EmbedderDescription): Embedder {
  return {
    identity: description.identity ?? embedder.identity,
    dimensions: description.dimensions ?? embedder.dimensions,
    denseWeight: description.denseWeight ?? embedder.denseWeight ?? NEURAL_DENSE_WEIGHT,
    embed: (texts, options) => embedder.embed(texts, options),
  }
}

function foreignEmbedder(value: object): { told: string | undefined; embed: EmbedFunction } {
  if (hasMethods<ProviderModel>(value, 'doEmbed'))
    return { told: nameOf(value.provider, value.modelId), embed: embedWithProvider(value) }
  if (hasMethods<EmbeddingsClient>(value, 'embedDocuments', 'embedQuery')) {
    const maker = value.constructor.name === 'Object' ? undefined : value.constructor.name
    return { told: nameOf(maker, value.model ?? value.modelName), embed: embedWithClient(value) }
  }
  throw new PackgraphError('INVALID_OPTION', 'the object is not an embedder', {
    facts: { keys: Object.keys(value) },
    hint: 'Give an object with identity, dimensions and embed(texts), an AI SDK embedding model or a LangChain Embeddings object.',
  })
}

/** One list of texts is cut into as many calls as the model's limit asks for, one after another. */
function embedWithProvider(model: ProviderModel): EmbedFunction {
  return async (texts, { signal }) => {
    const limit = (await model.maxEmbeddingsPerCall) ?? texts.length
    const vectors: (readonly number[])[] = []
    for (let start = 0; start < texts.length; start += Math.max(1, limit)) {
      const values = texts.slice(start, start + Math.max(1, limit))
      const { embeddings } = await model.doEmbed({ values, ...(signal === undefined ? {} : { abortSignal: signal }) })
      if (embeddings.length !== values.length)
        throw new Error(`${embeddings.length} vectors for ${values.length} texts`)
      vectors.push(...embeddings)
    }
    return vectors
  }
}

function embedWithClient(client: EmbeddingsClient): EmbedFunction {
  return async (texts, { kind }) => {
    if (kind === 'document') return client.embedDocuments([...texts])
    const vectors: (readonly number[])[] = []
    for (const text of texts) vectors.push(await client.embedQuery(text))
    return vectors
  }
}

/** Foreign objects may be given our own property. */
function identityOf(value: object): string | undefined {
  const { identity } = value as { readonly identity?: unknown }
  return typeof identity === 'string' && identity !== '' ? identity : undefined
}

function nameOf(maker: unknown, model: unknown): string | undefined {
  if (typeof model !== 'string' || model === '') return undefined
  return typeof maker === 'string' && maker !== '' ? `${maker}/${model}` : model
}

function isEmbedder(value: object): value is Embedder {
  return hasMethods<Embedder>(value, 'embed') && 'identity' in value && 'dimensions' in value
}

function hasMethods<Shape extends object>(value: object, ...names: readonly (keyof Shape & string)[]): value is Shape {
  return names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function')
}
