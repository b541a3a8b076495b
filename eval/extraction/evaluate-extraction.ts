import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ContextIndex, countTokens, openIndex, PackgraphError } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import { type Interval, mean, pairedBootstrap } from '../metrics/bootstrap.ts'
import { forEachInOrder, type RunOptions } from '../progress.ts'
import { bareArms, compressArms, type ExtractionArm, OWN_ARMS } from './extraction-arms.ts'
import type { ExtractionReport, ExtractionScores } from './extraction-report.ts'
import { EXTRACT_MEASURES, type ExtractMeasureName, type ExtractMeasures, measureExtract } from './measure-extract.ts'
import { type QuestionText, questionTexts } from './question-text.ts'

export interface ExtractionOptions extends RunOptions {
  /** What to keep, in per cent of a text's weight: whole numbers from 1 to 99. */
  readonly keepPercents: readonly number[]
  /** Counts the budgets of the arms that compress. Default: `tiktoken:o200k_base`. */
  readonly tokenizer?: string
}

interface Run {
  readonly arm: ExtractionArm
  readonly outcomes: readonly (ExtractMeasures & { readonly over: boolean })[]
}

const DEFAULT_TOKENIZER = 'tiktoken:o200k_base'

/**
 * What is left of a text's answers, gold sentences, names and numbers when it is shortened to a share of its weight: by packgraph's sentences with and without
 * the question, by controls that choose other sentences, and by `compressMarkdown` as a whole.
 *
 * Deterministic. Cost: shares × arms × questions extracts; the texts that are compressed are stored in a temporary file that is removed in the end.
 * @throws PackgraphError `INVALID_OPTION`, and what `compressMarkdown` throws; the signal's reason when it has fired.
 */
export async function evaluateExtraction(dataset: Dataset, options: ExtractionOptions): Promise<ExtractionReport> {
  const percents = checkedPercents(options.keepPercents)
  const { tokenizer = DEFAULT_TOKENIZER } = options
  const texts = questionTexts(dataset)
  return await withStore(async (index) => {
    const arms = [...bareArms(), ...compressArms(index, tokenizer, tokenCounter(tokenizer))]
    const keeps: Record<string, Record<string, ExtractionScores>> = {}
    const differences: Record<string, ReturnType<typeof differencesOf>> = {}
    for (const percent of percents) {
      const runs: Run[] = []
      for (const arm of arms) runs.push(await runArm(arm, percent, texts, options))
      keeps[percent] = Object.fromEntries(runs.map((run) => [run.arm.name, scoresOf(run)]))
      differences[percent] = differencesOf(runs)
    }
    const first = texts.map((text) => measureExtract(text, { pieces: [], share: 0, over: false }))
    return {
      kind: 'extraction',
      dataset: dataset.name,
      fingerprint: dataset.fingerprint,
      documents: dataset.documents.length,
      questions: texts.length,
      questionsWithAnswer: first.filter(({ answer }) => answer !== null).length,
      questionsWithSentences: first.filter(({ goldSentences }) => goldSentences !== null).length,
      tokenizer,
      keeps,
      differences,
    }
  })
}

async function runArm(
  arm: ExtractionArm,
  percent: number,
  texts: readonly QuestionText[],
  options: RunOptions,
): Promise<Run> {
  const outcomes = await forEachInOrder(`${percent} %, ${arm.name}`, texts, options, async (text) => {
    const extract = await arm.extract(text, percent / 100)
    return { ...measureExtract(text, extract), over: extract.over }
  })
  return { arm, outcomes }
}

function scoresOf({ arm, outcomes }: Run): ExtractionScores {
  const interval = (name: ExtractMeasureName): Interval | null => {
    const values = outcomes.flatMap((outcome) => outcome[name] ?? [])
    return values.length === 0 ? null : pairedBootstrap(values)
  }
  return {
    knowsQuestion: arm.knowsQuestion,
    measures: {
      answer: interval('answer'),
      goldSentences: interval('goldSentences'),
      names: interval('names'),
      numbers: interval('numbers'),
    },
    kept: mean(outcomes.map(({ kept }) => kept)),
    over: outcomes.filter(({ over }) => over).length,
  }
}

function differencesOf(runs: readonly Run[]): Record<string, Partial<Record<ExtractMeasureName, Interval>>> {
  const own = (knowsQuestion: boolean): Run =>
    runs.find(({ arm }) => arm.name === (knowsQuestion ? OWN_ARMS.withQuestion : OWN_ARMS.withoutQuestion))!
  const others = runs.filter((run) => run !== own(run.arm.knowsQuestion))
  return Object.fromEntries(
    others.map((other) => {
      const { outcomes } = own(other.arm.knowsQuestion)
      const intervals = EXTRACT_MEASURES.flatMap((name) => {
        const differences = other.outcomes.flatMap((outcome, index) => {
          const value = outcomes[index]![name]
          return value === null ? [] : [value - outcome[name]!]
        })
        return differences.length === 0 ? [] : [[name, pairedBootstrap(differences)] as const]
      })
      return [other.arm.name, Object.fromEntries(intervals)]
    }),
  )
}

function tokenCounter(tokenizer: string): (text: string) => Promise<number> {
  const known = new Map<string, number>()
  return async (text) => {
    const tokens = known.get(text) ?? (await countTokens(text, { tokenizer })).tokens
    known.set(text, tokens)
    return tokens
  }
}

async function withStore<Result>(work: (index: ContextIndex) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'packgraph-eval-'))
  try {
    const index = await openIndex(join(folder, 'originals.packgraph'))
    try {
      return await work(index)
    } finally {
      await index.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function checkedPercents(percents: readonly number[]): readonly number[] {
  const wrong = percents.find((percent) => !Number.isInteger(percent) || percent < 1 || percent > 99)
  if (wrong === undefined && percents.length > 0) return [...new Set(percents)].sort((a, b) => a - b)
  throw new PackgraphError(
    'INVALID_OPTION',
    `what to keep is a list of whole per cents from 1 to 99: ${wrong ?? 'none'}`,
    {
      facts: { option: 'keepPercents', value: wrong },
    },
  )
}
