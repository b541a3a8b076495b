import { PackgraphError } from '../../../domain/errors.ts'

/**
 * Reads the vectors out of an answer of `/embeddings`, in the order of the texts whatever the order of the answer: each entry's `index` says where it belongs.
 * What the numbers are is left to `checkedEmbedder`.
 *
 * @param firstPosition position of the batch's first text among all texts, for messages.
 * @throws PackgraphError `EMBEDDER_FAILED` when the answer has another form, too few or too many entries, or two for one text.
 */
export function vectorsIn(answer: unknown, count: number, firstPosition: number): number[][] {
  const data = isRecord(answer) ? answer.data : undefined
  if (!Array.isArray(data)) throw malformed('has no list of vectors')
  if (data.length !== count) throw malformed(`has ${data.length} vectors for ${count} texts`, { count: data.length })
  const vectors: number[][] = []
  data.forEach((entry: unknown, position) => {
    const index = isRecord(entry) && entry.index !== undefined ? entry.index : position
    const known = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count
    if (!known || vectors[index] !== undefined) throw malformed(`gives index ${String(index)} twice or out of range`)
    if (!isRecord(entry) || !Array.isArray(entry.embedding))
      throw malformed(`has no vector at position ${firstPosition + index}`, { position: firstPosition + index })
    vectors[index] = entry.embedding
  })
  return vectors
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function malformed(what: string, facts: Readonly<Record<string, unknown>> = {}): PackgraphError {
  return new PackgraphError('EMBEDDER_FAILED', `the answer of the embedding service ${what}`, {
    facts,
    hint: 'Check that the service speaks the /embeddings protocol of OpenAI.',
  })
}
