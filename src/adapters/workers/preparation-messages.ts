import { type ErrorCode, PackgraphError } from '../../domain/errors.ts'
import type { DocumentTask, Preparation } from '../../ports/document-preparer.ts'
import { packPreparations } from './pack-preparations.ts'
import type { PackedPreparations } from './packed-preparations.ts'
import { unpackPreparations } from './unpack-preparations.ts'

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
  | { readonly packed: PackedPreparations }
  | { readonly refused: Pick<PackgraphError, 'code' | 'message' | 'facts' | 'hint'> }
  | { readonly thrown: unknown }

/** Makes the handler of a thread from the function that does its work, one request after the other. What that throws is an answer, too. */
export function servePreparation(
  prepare: (tasks: readonly DocumentTask[], tools: WorkerTools) => Promise<readonly Preparation[]>,
): (request: PreparationRequest) => Promise<PreparationAnswer> {
  let turn: Promise<unknown> = Promise.resolve()
  const answer = async ({ tasks, tools }: PreparationRequest): Promise<PreparationAnswer> => {
    try {
      return { packed: packPreparations(await prepare(tasks, tools)) }
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
  if ('packed' in answer) return unpackPreparations(answer.packed)
  if ('thrown' in answer) throw answer.thrown
  const { code, message, facts, hint } = answer.refused
  throw new PackgraphError(code satisfies ErrorCode, message, { facts, ...(hint !== undefined && { hint }) })
}
