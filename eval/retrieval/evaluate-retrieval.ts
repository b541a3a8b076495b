import type { Dataset, DatasetQuestion } from '../input/dataset.ts'
import { type IndexOptions, withIndexedDataset } from '../input/index-dataset.ts'
import { type Interval, mean, pairedBootstrap } from '../metrics/bootstrap.ts'
import { recallAt } from '../metrics/ranking.ts'
import { forEachInOrder, type RunOptions } from '../progress.ts'
import { RETRIEVAL_METRIC_NAMES, RETRIEVAL_METRICS, type RetrievalScores } from './retrieval-metrics.ts'
import type { QuestionGroup, QuestionRanks, RetrievalReport } from './retrieval-report.ts'
import { type SentenceRuns, sentenceRuns, type UnitRun } from './sentence-report.ts'
import { type SearchSystem, searchSystems } from './systems.ts'

const CURVE_DEPTH = 20
const SYSTEM = 'packgraph'

/** One system's rankings, in the order of the questions. */
interface SystemRun extends UnitRun {
  readonly ranksUnits: boolean
  readonly rankings: readonly (readonly string[])[]
  readonly scores: readonly RetrievalScores[]
  readonly searchMs: number
}

/**
 * Asks every system every question of a dataset, and scores the ranking of documents.
 *
 * Deterministic but for `timings`. Cost: one index, then systems × questions searches.
 * @throws PackgraphError as `openIndex`, `add` and `search` do; the signal's reason when it has fired.
 */
export async function evaluateRetrieval(
  dataset: Dataset,
  options: RunOptions & IndexOptions = {},
): Promise<RetrievalReport> {
  return await withIndexedDataset(dataset, options, async ({ index, indexMs }) => {
    const runs: SystemRun[] = []
    for (const system of searchSystems(dataset, index)) runs.push(await runSystem(system, dataset, options))
    return reportOf(dataset, runs, indexMs)
  })
}

async function runSystem(system: SearchSystem, { questions }: Dataset, options: RunOptions): Promise<SystemRun> {
  const startMs = performance.now()
  const found = await forEachInOrder(system.name, questions, options, (question) =>
    system.rank(question, options.signal),
  )
  const rankings = found.map(({ documents }) => documents)
  return {
    name: system.name,
    ranksUnits: system.ranksUnits,
    units: found.map(({ units }) => units),
    rankings,
    scores: questions.map((question, index) => scoresOf(rankings[index]!, question)),
    searchMs: (performance.now() - startMs) / questions.length,
  }
}

function scoresOf(ranking: readonly string[], question: DatasetQuestion): RetrievalScores {
  const gold = new Set(question.gold)
  return byMetric((name) => RETRIEVAL_METRICS[name](ranking, gold))
}

function byMetric<Value>(value: (name: keyof RetrievalScores) => Value): Record<keyof RetrievalScores, Value> {
  return Object.fromEntries(RETRIEVAL_METRIC_NAMES.map((name) => [name, value(name)])) as Record<
    keyof RetrievalScores,
    Value
  >
}

function bySystem<Value>(
  runs: readonly SystemRun[],
  value: (run: SystemRun) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(runs.map((run) => [run.name, value(run)]))
}

function reportOf(dataset: Dataset, runs: readonly SystemRun[], indexMs: number): RetrievalReport {
  const { questions } = dataset
  const all = questions.map((_, index) => index)
  const types = [...new Set(questions.flatMap(({ type }) => type ?? []))]
  const own = runs.find(({ name }) => name === SYSTEM)!
  const sentences = sentenceRuns(
    dataset,
    runs.filter(({ ranksUnits }) => ranksUnits),
    SYSTEM,
  )
  return {
    kind: 'retrieval',
    dataset: dataset.name,
    fingerprint: dataset.fingerprint,
    documents: dataset.documents.length,
    ...groupOf(runs, all),
    byType: Object.fromEntries(
      types.map((type) => [
        type,
        groupOf(
          runs,
          all.filter((index) => questions[index]!.type === type),
        ),
      ]),
    ),
    differences: bySystem(
      runs.filter((run) => run !== own),
      (run) => differencesOf(own, run),
    ),
    ...(sentences && { sentences: sentences.report }),
    recallCurves: bySystem(runs, (run) => recallCurve(run, questions)),
    perQuestion: questions.map((question, index) => ranksOf(question, index, runs, sentences)),
    timings: { indexMs, searchMs: bySystem(runs, (run) => run.searchMs) },
  }
}

function groupOf(runs: readonly SystemRun[], indexes: readonly number[]): QuestionGroup {
  return {
    questions: indexes.length,
    systems: bySystem(runs, ({ scores }) => byMetric((name) => mean(indexes.map((index) => scores[index]![name])))),
  }
}

function differencesOf(own: SystemRun, other: SystemRun): Record<keyof RetrievalScores, Interval> {
  return byMetric((name) =>
    pairedBootstrap(own.scores.map((scores, index) => scores[name] - other.scores[index]![name])),
  )
}

function recallCurve({ rankings }: SystemRun, questions: readonly DatasetQuestion[]): readonly number[] {
  const golds = questions.map(({ gold }) => new Set(gold))
  return Array.from({ length: CURVE_DEPTH }, (_, index) =>
    mean(golds.map((gold, question) => recallAt(rankings[question]!, gold, index + 1))),
  )
}

function ranksOf(
  question: DatasetQuestion,
  index: number,
  runs: readonly SystemRun[],
  sentences: SentenceRuns | undefined,
): QuestionRanks {
  const { id, type, gold } = question
  return {
    id,
    question: question.question,
    ...(type !== undefined && { type }),
    gold,
    ranks: bySystem(runs, ({ rankings }) =>
      gold.map((document) => {
        const at = rankings[index]!.indexOf(document)
        return at < 0 ? null : at + 1
      }),
    ),
    ...(sentences && question.goldSentences.length > 0 && { sentenceRanks: sentences.ranks[index]! }),
    gains: bySystem(runs, ({ scores }) => scores[index]!['ndcg@10']),
  }
}
