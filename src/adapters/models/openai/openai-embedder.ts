import type { Embedder, EmbedOptions } from '../../../ports/embedder.ts'
import { probeDimensions } from '../adapt.ts'
import { checkedEmbedder } from '../checked.ts'
import { NEURAL_DENSE_WEIGHT, type Prefixes, prefixIdentity, withPrefix } from '../neural-defaults.ts'
import { vectorsIn } from './answer.ts'
import { batchesOf, forEachLimited } from './batches.ts'
import { post } from './request.ts'
import { checkWhole, type Protocol, type ServiceOptions, serviceOf, withDeadline } from './service.ts'

export interface OpenAiEmbedderOptions extends Prefixes, ServiceOptions {
  /** Asks the model for shorter vectors. Default: the model's own length, found by embedding one text. */
  readonly dimensions?: number
  /** 0 to 1. Default: .8. */
  readonly denseWeight?: number
  /** Texts in one request. Default: 128. */
  readonly batchTexts?: number
  /** UTF-8 bytes of text in one request. Default: 200,000. */
  readonly batchBytes?: number
  /** Requests at once. Default: 4. */
  readonly concurrency?: number
}

const EMBEDDINGS: Protocol = { name: 'embedding service', path: '/embeddings', failed: 'EMBEDDER_FAILED' }
/** Longer texts are cut, as other embedders cut what exceeds their model: most services refuse beyond 8,192 tokens. */
const MAX_TEXT_LENGTH = 24_000

/**
 * An embedder that asks any service with OpenAI's `/embeddings` endpoint. Vectors are checked and normalised. Requests run side by side; the order of the
 * vectors is that of the texts. Empty texts are sent as one space, because services refuse them; texts beyond 24,000 UTF-16 units are cut.
 *
 * Errors: `INVALID_OPTION`; `EMBEDDER_FAILED` when the service fails for good, answers nonsense or does not answer in time; `CANCELLED`. No message
 * contains the key. Cost: one request at once when `dimensions` is not given, then one per batch.
 */
export async function openOpenAiEmbedder(model: string, options: OpenAiEmbedderOptions = {}): Promise<Embedder> {
  const { batchTexts = 128, batchBytes = 200_000, concurrency = 4 } = options
  for (const [name, value] of Object.entries({ batchTexts, batchBytes, concurrency })) checkWhole(name, value, 1)
  const service = serviceOf(EMBEDDINGS, options)
  const shortened = options.dimensions === undefined ? '' : `;dimensions=${options.dimensions}`
  const identity = `openai:${model}${shortened}${prefixIdentity(options)}`
  const request = { model, encoding_format: 'float', dimensions: options.dimensions }

  const embed = async (texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly number[][]> => {
    const inputs = texts.map((text) => withPrefix(text, kind, options).slice(0, MAX_TEXT_LENGTH) || ' ')
    const vectors: number[][] = []
    await withDeadline(service, signal, async (limit) => {
      const batches = batchesOf(inputs, batchTexts, batchBytes)
      await forEachLimited(batches, concurrency, async ({ start, texts: input }) => {
        const answer = await post(service, { ...request, input }, limit)
        vectorsIn(answer, input.length, start).forEach((vector, index) => {
          vectors[start + index] = vector
        })
      })
    })
    return vectors
  }
  const dimensions = options.dimensions ?? (await probeDimensions(identity, embed))
  return checkedEmbedder({ identity, dimensions, denseWeight: options.denseWeight ?? NEURAL_DENSE_WEIGHT, embed })
}
