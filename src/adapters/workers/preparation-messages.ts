import { type ErrorCode, PackgraphError } from '../../domain/errors.ts'
import type { DocumentTask, HyperedgeSketch, Preparation } from '../../ports/document-preparer.ts'

/** What a thread finds by name. Absent: the main thread has it, and the sketches come back without its part. */
export interface WorkerTools {
  readonly tokenizer: string | undefined
  readonly embedder: string | undefined
}

export interface PreparationRequest {
  readonly tasks: readonly DocumentTask[]
  readonly tools: WorkerTools
}

/** An error of ours loses its class on the way between threads; any other is cloned with its stack. */
export type PreparationAnswer =
  | { readonly preparations: readonly Preparation[] }
  | { readonly refused: Pick<PackgraphError, 'code' | 'message' | 'facts' | 'hint'> }
  | { readonly thrown: unknown }

/** Makes the handler of a thread from the function that does its work, one request after the other. What that throws is an answer, too. */
export function servePreparation(
  prepare: (tasks: readonly DocumentTask[], tools: WorkerTools) => Promise<readonly Preparation[]>,
): (request: PreparationRequest) => Promise<PreparationAnswer> {
  let turn: Promise<unknown> = Promise.resolve()
  const answer = async ({ tasks, tools }: PreparationRequest): Promise<PreparationAnswer> => {
    try {
      return { preparations: withVectorsTogether(await prepare(tasks, tools)) }
    } catch (error) {
      if (!(error instanceof PackgraphError)) return { thrown: error }
      const { code, message, facts, hint } = error
      return { refused: { code, message, facts, hint } }
    }
  }
  return (request) => {
    const answered = turn.then(() => answer(request))
    turn = answered
    return answered
  }
}

/** @returns what a thread prepared. @throws what went wrong there. */
export function answered(answer: PreparationAnswer): readonly Preparation[] {
  if ('preparations' in answer) return answer.preparations
  if ('thrown' in answer) throw answer.thrown
  const { code, message, facts, hint } = answer.refused
  throw new PackgraphError(code satisfies ErrorCode, message, { facts, ...(hint !== undefined && { hint }) })
}

/** Puts all vectors into one buffer, unless they lie in one already: thousands of small ones take longer to hand over than to make. */
function withVectorsTogether(preparations: readonly Preparation[]): readonly Preparation[] {
  const sketches = preparations.flatMap((preparation) => ('hyperedges' in preparation ? preparation.hyperedges : []))
  const shared = sketches[0]?.embedding?.buffer
  if (sketches.every(({ embedding }) => embedding?.buffer === shared)) return preparations
  const vectors = new Float32Array(sketches.reduce((sum, { embedding }) => sum + (embedding?.length ?? 0), 0))
  let offset = 0
  const moved = (sketch: HyperedgeSketch): HyperedgeSketch => {
    if (sketch.embedding === undefined) return sketch
    const embedding = vectors.subarray(offset, offset + sketch.embedding.length)
    embedding.set(sketch.embedding)
    offset += embedding.length
    return { ...sketch, embedding }
  }
  return preparations.map((preparation) =>
    'hyperedges' in preparation ? { ...preparation, hyperedges: preparation.hyperedges.map(moved) } : preparation,
  )
}
