import type { CascadeLevel, LevelReport } from '../../domain/compressed-request.ts'

/** One level, ready to be run. */
export interface CascadeStep<State> {
  readonly level: CascadeLevel
  /** Why it never runs; null where it may. */
  readonly off: string | null
  /** Whether it runs where the request fits without it, too. */
  readonly isDue: (state: State) => Promise<boolean>
  /** Makes the request smaller, or gives it back as it is. */
  run(state: State): Promise<State>
}

export interface CascadeTools<State> {
  readonly budgetTokens: number
  readonly count: (state: State) => Promise<number>
  readonly nowMs: () => number
  /** Hears of each level that ran. */
  readonly onLevel: (report: LevelReport) => void
}

export interface CascadeOutcome<State> {
  readonly state: State
  readonly tokens: number
  /** One for each step, in order. */
  readonly levels: readonly LevelReport[]
}

const FITS = 'fits already'

/** Runs levels in their order and stops at the first after which the request fits. What a level leaves larger than it was is not taken. */
export async function runCascade<State>(
  first: State,
  steps: readonly CascadeStep<State>[],
  { budgetTokens, count, nowMs, onLevel }: CascadeTools<State>,
): Promise<CascadeOutcome<State>> {
  const levels: LevelReport[] = []
  let state = first
  let tokens = await count(state)
  for (const { level, off, isDue, run } of steps) {
    const fits = tokens <= budgetTokens
    const reason = off ?? (fits && !(await isDue(state)) ? FITS : null)
    if (reason !== null) {
      levels.push({ level, ran: false, reason, tokensBefore: tokens, tokensAfter: tokens, elapsedMs: 0 })
      continue
    }
    const startMs = nowMs()
    const shorter = await run(state)
    const tokensAfter = await count(shorter)
    const report: LevelReport = {
      level,
      ran: true,
      reason: fits ? 'due' : 'over the budget',
      tokensBefore: tokens,
      tokensAfter: Math.min(tokens, tokensAfter),
      elapsedMs: nowMs() - startMs,
    }
    levels.push(report)
    onLevel(report)
    if (tokensAfter > tokens) continue
    state = shorter
    tokens = tokensAfter
  }
  return { state, tokens, levels }
}
