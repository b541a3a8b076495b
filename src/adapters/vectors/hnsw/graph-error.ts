import { PackgraphError } from '../../../domain/errors.ts'

/** `INDEX_INVALID`: a file must not be handed to native code. */
export function damagedGraph(reason: string): PackgraphError {
  return new PackgraphError('INDEX_INVALID', `no sound graph of vectors: ${reason}`, { facts: { reason } })
}

/** `CANCELLED`: the thread was ended in the middle of its work. */
export function cancelledGraph(): PackgraphError {
  return new PackgraphError('CANCELLED', 'the work on a graph of vectors was cancelled')
}
