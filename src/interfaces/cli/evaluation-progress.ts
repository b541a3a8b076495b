import type { EvaluationProgress } from 'packgraph/eval'
import { formatNumber } from './format.ts'
import { startDisplay } from './progress-display.ts'
import type { Session } from './session.ts'

/** Draws how far an evaluation has come. */
export interface EvaluationDisplay {
  show(progress: EvaluationProgress): void
  end(): void
}

/** Where lines are printed, the end of each step has one. It ends with `end`, or when the signal fires. */
export async function startEvaluationProgress(
  session: Pick<Session, 'terminal' | 'signal'>,
): Promise<EvaluationDisplay> {
  const display = await startDisplay(session)
  return {
    show: ({ step, done, total }) =>
      display.show(done / total, `${step}: ${formatNumber(done)} of ${formatNumber(total)}`, done === total),
    end: display.end,
  }
}
