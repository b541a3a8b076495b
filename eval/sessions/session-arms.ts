import type { ContextIndex, Pack, PackOptions, SessionPack } from 'packgraph'

/** Packs the questions of one sequence after another. */
export interface StartedArm {
  pack(question: string, budgetTokens: number, options: PackOptions): Promise<Pack | SessionPack>
}

export interface SessionArm {
  readonly name: string
  start(index: ContextIndex): StartedArm
}

/** What the others are set against: each question packed on its own, in rank order. */
export const STATELESS = 'stateless'

/**
 * The arms: packs without a session, the rule, the rule that never gives up what it carries, and a session that carries all it can before it looks at the question's
 * units.
 */
export const SESSION_ARMS: readonly SessionArm[] = [
  { name: STATELESS, start: (index) => index },
  { name: 'session', start: (index) => index.session() },
  { name: 'no-eviction', start: (index) => index.session({ expectedCalls: 0 }) },
  { name: 'carried-first', start: (index) => index.session({ expectedCalls: 0, freshTokens: 0 }) },
]
