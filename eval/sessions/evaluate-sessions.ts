import { type ContextIndex, countTokens, type Pack, type SessionPack } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import { type IndexOptions, withIndexedDataset } from '../input/index-dataset.ts'
import { checkBudgets } from '../packing/budgets.ts'
import { type GoldStandard, goldStandard } from '../packing/gold-evidence.ts'
import { measurePack } from '../packing/measure-pack.ts'
import { packedOf } from '../packing/policies.ts'
import type { Counting } from '../packing/policy.ts'
import { forEachInOrder, type RunOptions } from '../progress.ts'
import { questionSequences } from './question-sequences.ts'
import { recordedUsage } from './recorded-usage.ts'
import { SESSION_ARMS, type SessionArm, type StartedArm } from './session-arms.ts'
import type { SessionsReport } from './session-report.ts'
import type { SessionOutcomeCall, SessionRun } from './session-run.ts'
import { sessionsReport } from './summarise-sessions.ts'

/** How sessions are evaluated. */
export interface SessionsOptions extends RunOptions, Pick<IndexOptions, 'embedder'> {
  /** Tokens; each is a table. */
  readonly budgets: readonly number[]
  /** Questions that follow each other. Default: 5. */
  readonly questionsPerSession?: number
  /** Name of the generation model's tokenizer. Default: `tiktoken:o200k_base`. */
  readonly tokenizer?: string
  /** Name of the generation model, in place of its tokenizer. */
  readonly model?: string
  /** Transcripts with usage that a provider recorded, which the prefix model is held against. */
  readonly recorded?: readonly string[]
}

const DEFAULT_TOKENIZER = 'tiktoken:o200k_base'
const DEFAULT_QUESTIONS = 5

/**
 * Packs sequences of questions with and without sessions, counts each text again, and sets what they would cost with a prompt cache against the evidence that they hold.
 *
 * Deterministic but for `timings`. Cost: one index, then budgets × arms × questions packs, and two counts for each.
 * @throws PackgraphError `BUDGET`, `INPUT`, `UNKNOWN_TOKENIZER` and what `openIndex`, `add` and `pack` throw; the signal's reason when it has fired.
 */
export async function evaluateSessions(dataset: Dataset, options: SessionsOptions): Promise<SessionsReport> {
  const budgets = checkBudgets(options.budgets)
  const { tokenizer, model, embedder, onProgress, signal, questionsPerSession = DEFAULT_QUESTIONS } = options
  const counting: Counting =
    model !== undefined && tokenizer === undefined ? { model } : { tokenizer: tokenizer ?? DEFAULT_TOKENIZER }
  const counter = await countTokens('', counting)
  const recorded = await Promise.all((options.recorded ?? []).map(recordedUsage))
  const running = { ...(onProgress && { onProgress }), ...(signal && { signal }) }
  const { related, sequences } = questionSequences(dataset, questionsPerSession)
  const standard = goldStandard(dataset)
  return withIndexedDataset(
    dataset,
    { ...running, ...(embedder !== undefined && { embedder }) },
    async ({ index, indexMs }) => {
      const runs: SessionRun[] = []
      for (const budgetTokens of budgets) {
        for (const arm of SESSION_ARMS) {
          runs.push(await runArm({ arm, budgetTokens, index, dataset, standard, sequences, counting }, running))
        }
      }
      return sessionsReport(dataset, { related, sequences, questionsPerSession }, runs, { counter, indexMs, recorded })
    },
  )
}

interface ArmRun {
  readonly arm: SessionArm
  readonly budgetTokens: number
  readonly index: ContextIndex
  readonly dataset: Dataset
  readonly standard: GoldStandard
  readonly sequences: readonly (readonly number[])[]
  readonly counting: Counting
}

async function runArm(run: ArmRun, running: RunOptions): Promise<SessionRun> {
  const { arm, budgetTokens, index, sequences } = run
  const startMs = performance.now()
  let countMs = 0
  const outcomes = await forEachInOrder(`${arm.name} at ${budgetTokens}`, sequences, running, async (positions) => {
    const started = arm.start(index)
    const calls: SessionOutcomeCall[] = []
    const texts: string[] = []
    for (const position of positions) {
      const pack = await askOne(started, run.dataset.questions[position]!.question, run, running.signal)
      const countStartMs = performance.now()
      calls.push(await measureCall(pack, position, texts, run))
      countMs += performance.now() - countStartMs
      texts.push(pack.text)
    }
    return calls
  })
  const packs = Math.max(1, sequences.flat().length)
  return { budgetTokens, arm: arm.name, outcomes, packMs: (performance.now() - startMs - countMs) / packs }
}

function askOne(
  started: StartedArm,
  question: string,
  { budgetTokens, counting }: ArmRun,
  signal: AbortSignal | undefined,
): Promise<Pack | SessionPack> {
  return started.pack(question, budgetTokens, { ...counting, ...(signal && { signal }) })
}

async function measureCall(
  pack: Pack | SessionPack,
  position: number,
  earlier: readonly string[],
  { standard, counting }: ArmRun,
): Promise<SessionOutcomeCall> {
  const count = async (text: string): Promise<number> => (await countTokens(text, counting)).tokens
  const shared = earlier.map((text) => commonPrefix(text, pack.text))
  const longest = shared.reduce((best, prefix) => (prefix.length > best.length ? prefix : best), '')
  const { evidenceRecall, fullEvidence, answerInPack } = measurePack(
    packedOf(pack),
    standard.evidence[position]!,
    standard.words,
  )
  return {
    position,
    evidenceRecall,
    fullEvidence,
    answerInPack,
    tokens: await count(pack.text),
    claimedTokens: pack.proof.countedTokens,
    sharedTokens: await count(longest),
    sharedWithLastTokens: await count(shared.at(-1) ?? ''),
    rewrites: 'session' in pack && pack.session.boundary.reason === 'rewrite-pays' ? 1 : 0,
    places: pack.breakpoints.map(({ after, tokenOffset, prefixSha256 }) => ({
      after,
      tokens: tokenOffset,
      sha256: prefixSha256,
    })),
  }
}

/** In whole UTF-16 units: half of a surrogate pair at the end counts as a token more at most. */
function commonPrefix(left: string, right: string): string {
  let length = 0
  while (length < left.length && length < right.length && left[length] === right[length]) length++
  return right.slice(0, length)
}
