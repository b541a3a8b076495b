import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may hold the event loop. */
const TURN_MS = 40
const ITEMS_BETWEEN_LOOKS = 512

/** Lets other work have its turn during long work. */
export class Pacer {
  private turnEndsMs = performance.now() + TURN_MS

  /** Lets other work have its turn now. */
  async rest(): Promise<void> {
    await nextTurn()
    this.turnEndsMs = performance.now() + TURN_MS
  }

  /** Waits for other work if this turn has lasted long enough. */
  async breathe(): Promise<void> {
    if (performance.now() >= this.turnEndsMs) await this.rest()
  }

  /** Calls `work` for each number below `count`, in order. */
  async inTurns(count: number, work: (index: number) => void): Promise<void> {
    for (let start = 0; start < count; start += ITEMS_BETWEEN_LOOKS) {
      const end = Math.min(count, start + ITEMS_BETWEEN_LOOKS)
      for (let index = start; index < end; index++) work(index)
      await this.breathe()
    }
  }
}
