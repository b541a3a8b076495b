import { throwIfCancelled } from '../../domain/errors.ts'

/** Units between two turns of the event loop. */
const UNITS_PER_TURN = 32

/** Before the unit at `position` is worked on: others get their turn now and then. @throws PackgraphError `CANCELLED`. */
export async function takeTurn(position: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfCancelled(signal)
  if (position % UNITS_PER_TURN === UNITS_PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve))
}
