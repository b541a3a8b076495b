import type { Session } from './session.ts'
import type { Terminal } from './terminal.ts'

/** Where progress is drawn. Nothing is drawn after `end`, or once the user has interrupted. */
export interface ProgressDisplay {
  /**
   * @param share from 0 to 1: the filled part of a bar.
   * @param isMilestone worth a line of its own where lines are printed only every few seconds.
   */
  show(share: number, summary: string, isMilestone?: boolean): void
  /** Prints a line that is to stay. */
  say(line: string): void
  end(): void
}

const LINE_EVERY_MS = 3_000
const BAR_CHARACTERS = 20

/** A bar on a terminal, a line every few seconds elsewhere, nothing when silent. */
export async function startDisplay({
  terminal,
  signal,
}: Pick<Session, 'terminal' | 'signal'>): Promise<ProgressDisplay> {
  const display = terminal.silent ? silence : terminal.animated ? await createBar(terminal) : createLines(terminal)
  let ended = false
  const end = () => {
    if (!ended) display.end()
    ended = true
  }
  signal.addEventListener('abort', end, { once: true })
  return {
    show: (...progress) => {
      if (!ended) display.show(...progress)
    },
    say: display.say,
    end,
  }
}

const silence: ProgressDisplay = { show: () => {}, say: () => {}, end: () => {} }

function createLines(terminal: Terminal): ProgressDisplay {
  let saidMs = performance.now()
  let said = ''
  return {
    show: (_, summary, isMilestone = false) => {
      const nowMs = performance.now()
      if (summary === said || (!isMilestone && nowMs - saidMs < LINE_EVERY_MS)) return
      saidMs = nowMs
      said = summary
      terminal.note(summary)
    },
    say: terminal.note,
    end: () => {},
  }
}

async function createBar(terminal: Terminal): Promise<ProgressDisplay> {
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
    show: (share, summary) => {
      if (started) bar.update(share, { summary })
      else bar.start(1, share, { summary })
      started = true
    },
    say: (line) => terminal.note(started ? `\r\x1b[K${line}` : line),
    end: () => {
      if (started) bar.stop()
    },
  }
}
