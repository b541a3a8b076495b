import type { EventListener, PackgraphEvent } from '../../index.ts'
import { formatCount, formatDuration, formatNumber, formatRate } from './format.ts'
import type { Session } from './session.ts'
import type { Terminal } from './terminal.ts'

type ProgressEvent = Extract<PackgraphEvent, { type: 'progress' }>

export interface Progress {
  readonly listen: EventListener
  /** Documents known to be committed, by all `committed` events so far. */
  readonly documentsCommitted: number
  end(): void
}

/** Draws how far the work has come. */
interface Display {
  show(event: ProgressEvent, elapsedMs: number): void
  /** Prints a line that is to stay. */
  say(line: string): void
  end(): void
}

const LINE_EVERY_MS = 3_000
const BAR_CHARACTERS = 20
/** What is read is not indexed yet, above all of a compressed file: the bar is full only when all is done. */
const MOST_OF_THE_BAR = 0.95

/** A bar on a terminal, a line every few seconds elsewhere, nothing when silent. It ends with `end`, or when the signal fires. */
export async function startProgress({ terminal, signal }: Pick<Session, 'terminal' | 'signal'>): Promise<Progress> {
  const display = terminal.silent ? silence : terminal.animated ? await createBar(terminal) : createLines(terminal)
  const startMs = performance.now()
  const state = { documentsCommitted: 0, ended: false }
  const end = () => {
    if (!state.ended) display.end()
    state.ended = true
  }
  signal.addEventListener('abort', end, { once: true })
  return {
    listen: (event) => {
      if (event.type === 'progress' && !state.ended) display.show(event, performance.now() - startMs)
      else if (event.type === 'committed') state.documentsCommitted += event.documents
      else if (event.type === 'notice') display.say(event.message)
    },
    get documentsCommitted() {
      return state.documentsCommitted
    },
    end,
  }
}

/** `1,234 documents (310/s), 9,876 units, 12 s left`; the time left once there is something to go by, and until all is read. */
export function describeProgress(event: ProgressEvent, elapsedMs: number): string {
  const { hyperedgesDone } = event
  const parts =
    event.phase === 'index'
      ? [
          `${formatCount(event.documentsDone, 'document')} (${formatRate(event.documentsDone, elapsedMs)})`,
          formatCount(hyperedgesDone, 'unit'),
        ]
      : [
          `${formatNumber(hyperedgesDone)} of ${formatCount(event.hyperedgesTotal, 'unit')} (${formatRate(hyperedgesDone, elapsedMs)})`,
        ]
  const share = shareDone(event)
  if (share === undefined || share === 0) return parts.join(', ')
  return [...parts, share < 1 ? `${formatDuration((elapsedMs / share) * (1 - share))} left` : 'finishing'].join(', ')
}

/** From 0 to 1; undefined while no total is known. */
function shareDone(event: ProgressEvent): number | undefined {
  const [done, total] =
    event.phase === 'index' ? [event.bytesDone, event.bytesTotal] : [event.hyperedgesDone, event.hyperedgesTotal]
  return total ? Math.min(1, done / total) : undefined
}

const silence: Display = { show: () => {}, say: () => {}, end: () => {} }

function createLines(terminal: Terminal): Display {
  let lastMs = 0
  return {
    show: (event, elapsedMs) => {
      if (elapsedMs - lastMs < LINE_EVERY_MS) return
      lastMs = elapsedMs
      terminal.note(describeProgress(event, elapsedMs))
    },
    say: terminal.note,
    end: () => {},
  }
}

async function createBar(terminal: Terminal): Promise<Display> {
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({
    format: '{bar} {summary}',
    stream: terminal.host.stderr,
    barsize: BAR_CHARACTERS,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    gracefulExit: false,
    forceRedraw: true,
  })
  let started = false
  return {
    show: (event, elapsedMs) => {
      const share = MOST_OF_THE_BAR * (shareDone(event) ?? 0)
      const payload = { summary: describeProgress(event, elapsedMs) }
      if (started) bar.update(share, payload)
      else bar.start(1, share, payload)
      started = true
    },
    say: (line) => terminal.note(started ? `\r\x1b[K${line}` : line),
    end: () => {
      if (started) bar.stop()
    },
  }
}
