import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BudgetError, type ContextIndex, openIndex, type RequestCompressionReport, type RequestPolicy } from 'packgraph'
import type { ArmOutcome, ArmTask, ConversationArm } from './arm.ts'
import type { RawRequest } from './transcript.ts'
import { dropOldest } from './truncating-arms.ts'

type PolicyOf = (budgetTokens: number) => RequestPolicy

/** So often a budget is raised to what the library says that it needs. */
const MOST_RAISES = 4
/** No request is over it. */
const NO_BUDGET = 1_000_000_000
const WATERMARK_TOKENS = 3_000

/** The arms that are packgraph itself: with its lossless level alone, with nothing remembered, as it is, and folded at a watermark alone. Each conversation has a store of its own. */
export function requestArms(tokenizer: string): readonly ConversationArm[] {
  return [
    storeArm('lossless-drop-oldest', async (task, index) => {
      const { request } = await compress(
        { ...task, budgetTokens: NO_BUDGET },
        tokenizer,
        (budget) => ({ budget }),
        index,
      )
      return await dropOldest({ ...task, request })
    }),
    {
      name: 'every-call',
      start: async () => ({
        compress: (task) => withStore((index) => compress(task, tokenizer, asLittleAsNeeded, index)),
      }),
    },
    storeArm('packgraph', (task, index) => compress(task, tokenizer, (budget) => ({ budget }), index)),
    storeArm(`watermark-${WATERMARK_TOKENS}`, (task, index) =>
      compress({ ...task, budgetTokens: NO_BUDGET }, tokenizer, foldedRarely, index),
    ),
  ]
}

/** Whatever the budget: this arm is there for what it costs. */
function foldedRarely(budget: number): RequestPolicy {
  return { budget, history: { watermarkTokens: WATERMARK_TOKENS } }
}

/** Nothing more is shortened than this call asks for. */
function asLittleAsNeeded(budget: number): RequestPolicy {
  return { budget, history: { epochDepth: 1 } }
}

function storeArm(name: string, work: (task: ArmTask, index: ContextIndex) => Promise<ArmOutcome>): ConversationArm {
  return {
    name,
    async start() {
      const { index, close } = await openStore()
      return { compress: (task) => work(task, index), close }
    },
  }
}

/** Where the budget is too small, the smallest request that the library names a budget for, and everything where it names none that does. */
async function compress(
  task: ArmTask,
  tokenizer: string,
  policyOf: PolicyOf,
  index: ContextIndex,
): Promise<ArmOutcome> {
  const { request, dialect, signal } = task
  let budgetTokens = task.budgetTokens
  for (let raises = 0; ; raises++) {
    try {
      const options = { dialect, tokenizer, ...(signal && { signal }) }
      const compressed = await index.compressRequest<RawRequest>(request, policyOf(budgetTokens), options)
      const { report } = compressed
      const claimedTokens = report.countedTokens
      return { request: compressed.request, cannotFit: raises > 0, claimedTokens, level: levelOf(report) }
    } catch (error) {
      const needed = error instanceof BudgetError ? Number(error.facts.neededTokens) : Number.NaN
      if (!(needed > budgetTokens)) throw error
      // What it says that it needs did not do either: a caller would send everything.
      if (raises === MOST_RAISES) return { request, cannotFit: true, level: 'none' }
      budgetTokens = needed
    }
  }
}

function levelOf({ levels, originalTokens, countedTokens }: RequestCompressionReport): string {
  if (countedTokens >= originalTokens) return 'none'
  return levels.findLast(({ ran, tokensBefore, tokensAfter }) => ran && tokensAfter < tokensBefore)?.level ?? 'lossless'
}

async function withStore<Result>(work: (index: ContextIndex) => Promise<Result>): Promise<Result> {
  const { index, close } = await openStore()
  try {
    return await work(index)
  } finally {
    await close()
  }
}

async function openStore(): Promise<{ readonly index: ContextIndex; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'packgraph-eval-'))
  const index = await openIndex(join(folder, 'requests.packgraph'))
  return {
    index,
    async close() {
      await index.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
