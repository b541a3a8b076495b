import type { EvaluationProgress } from 'packgraph/eval'
import { formatNumber } from './format.ts'
import type { Session } from './session.ts'
import type { Terminal } from './terminal.ts'

/** Draws how far an evaluation has come. */
export interface EvaluationDisplay {
  show(progress: EvaluationProgress): void
  end(): void
}

const LINE_EVERY_MS = 3_000
const BAR_CHARACTERS = 24

/** A bar on a terminal; elsewhere a line at the end of each step and every few seconds; nothing when silent. It ends with `end`, or when the signal fires. */
export async function startEvaluationProgress({
  terminal,
  signal,
}: Pick<Session, 'terminal' | 'signal'>): Promise<EvaluationDisplay> {
  if (terminal.silent) return { show: () => {}, end: () => {} }
  const display = terminal.animated ? await createBar(terminal) : createLines(terminal)
  const state = { ended: false }
  const end = () => {
    if (!state.ended) display.end()
    state.ended = true
  }
  signal.addEventListener('abort', end, { once: true })
  return {
    show: (progress) => {
      if (!state.ended) display.show(progress)
    },
    end,
  }
}

function describe({ step, done, total }: EvaluationProgress): string {
  return `${step}: ${formatNumber(done)} of ${formatNumber(total)}`
}

function createLines(terminal: Terminal): EvaluationDisplay {
  let saidMs = performance.now()
  let said = ''
  return {
    show: (progress) => {
      const nowMs = performance.now()
      const line = describe(progress)
      if (line === said || (progress.done < progress.total && nowMs - saidMs < LINE_EVERY_MS)) return
      saidMs = nowMs
      said = line
      terminal.note(line)
    },
    end: () => {},
  }
}

async function createBar(terminal: Terminal): Promise<EvaluationDisplay> {
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({
    format: '{bar} {summary}',
    stream: terminal.host.stderr,
    barsize: BAR_CHARACTERS,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    gracefulExit: false,
  })
  let started = false
  return {
    show: (progress) => {
      const share = progress.done / progress.total
      const payload = { summary: describe(progress) }
      if (started) bar.update(share, payload)
      else bar.start(1, share, payload)
      started = true
    },
    end: () => {
      if (started) bar.stop()
    },
  }
}
