import type { OutputEntry } from '../domain/ledger.ts'
import type { SlimmedOutput } from '../domain/slimmed-output.ts'
import { recordSavings } from './ledger.ts'
import type { EngineParts } from './parts.ts'
import type { SlimOptions } from './slim-options.ts'

interface Slimmed {
  readonly result: SlimmedOutput
  readonly originalId: string
  /** Whether the call was made before, and its output slimmed. */
  readonly isRerun: boolean
}

/**
 * Enters in the ledger what a slimmed output saves. A call that is made again after its output was slimmed saves nothing, and what it shows is a cost: had it seen
 * everything, the model might not have asked twice. What was slimmed stays so, whatever the ledger can take.
 */
export async function recordSlim(
  { result, originalId, isRerun }: Slimmed,
  { sessionId, tool, onEvent }: SlimOptions,
  { clock, store }: EngineParts,
): Promise<void> {
  const { adopted, route, tokenizer, tokensBefore, tokensAfter } = result
  if (!adopted && !isRerun) return
  const problem = await recordSavings(
    {
      kind: isRerun ? 'rerun' : 'slim',
      atMs: clock.nowMs(),
      tokenizer,
      originalId,
      sessionId: sessionId ?? null,
      tool: tool ?? null,
      rawTokens: isRerun ? 0 : tokensBefore,
      phases: [{ phase: route, tokens: tokensAfter }],
    } satisfies OutputEntry,
    store,
  )
  if (problem !== undefined) onEvent?.({ type: 'notice', message: `the ledger did not take this output: ${problem}` })
}
