import type { EventListener, PackgraphEvent } from '../../index.ts'
import { formatCount, formatDuration, formatNumber, formatRate } from './format.ts'
import { startDisplay } from './progress-display.ts'
import type { Session } from './session.ts'

type ProgressEvent = Extract<PackgraphEvent, { type: 'progress' }>

export interface Progress {
  readonly listen: EventListener
  /** Documents known to be committed, by all `committed` events so far. */
  readonly documentsCommitted: number
  end(): void
}

/** What is read is not indexed yet, above all of a compressed file: the bar is full only when all is done. */
const MOST_OF_THE_BAR = 0.95

/** Follows the events of an operation. It ends with `end`, or when the signal fires. */
export async function startProgress(session: Pick<Session, 'terminal' | 'signal'>): Promise<Progress> {
  const display = await startDisplay(session)
  const startMs = performance.now()
  let documentsCommitted = 0
  return {
    listen: (event) => {
      if (event.type === 'progress') {
        display.show(MOST_OF_THE_BAR * (shareDone(event) ?? 0), describeProgress(event, performance.now() - startMs))
      } else if (event.type === 'summarizing') {
        const { passagesDone, passagesTotal } = event
        display.show(
          passagesDone / passagesTotal,
          `${formatNumber(passagesDone)} of ${formatCount(passagesTotal, 'passage')}`,
        )
      } else if (event.type === 'committed') documentsCommitted += event.documents
      else if (event.type === 'notice') display.say(event.message)
    },
    get documentsCommitted() {
      return documentsCommitted
    },
    end: display.end,
  }
}

/** `1,234 documents (310/s), 9,876 units, 12 s left`; the time left once there is something to go by, and until all is read. */
export function describeProgress(event: ProgressEvent, elapsedMs: number): string {
  const { hyperedgesDone } = event
  const parts =
    'hyperedgesTotal' in event
      ? [
          `${event.phase === 'graph' ? 'graph of vectors: ' : ''}${formatNumber(hyperedgesDone)} of ${formatCount(event.hyperedgesTotal, 'unit')} (${formatRate(hyperedgesDone, elapsedMs)})`,
        ]
      : [
          `${formatCount(event.documentsDone, 'document')} (${formatRate(event.documentsDone, elapsedMs)})`,
          formatCount(hyperedgesDone, 'unit'),
        ]
  const share = shareDone(event)
  if (share === undefined || share === 0) return parts.join(', ')
  return [...parts, share < 1 ? `${formatDuration((elapsedMs / share) * (1 - share))} left` : 'finishing'].join(', ')
}

/** From 0 to 1; undefined while no total is known. */
function shareDone(event: ProgressEvent): number | undefined {
  const [done, total] = doneAndTotal(event)
  return total ? Math.min(1, done / total) : undefined
}

function doneAndTotal(event: ProgressEvent): readonly [done: number, total: number | undefined] {
  switch (event.phase) {
    case 'index':
      return [event.bytesDone, event.bytesTotal]
    case 'recost':
    case 'graph':
      return [event.hyperedgesDone, event.hyperedgesTotal]
    default:
      return [event.documentsDone, event.documentsTotal]
  }
}
