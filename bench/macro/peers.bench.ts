/**
 * Other stores beside packgraph on the same units, vectors and questions: `npm ci --prefix bench/peers`, then `npm run bench -- --only peers`. Each store
 * indexes in one process and is asked in another, so that memory and time are its own.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashedWords } from '../corpora/hashed-words.ts'
import { inventedDocuments, inventedQuestions } from '../corpora/invented-corpus.ts'
import { type BenchmarkRun, digits, type Measure, type Progress, type Row } from '../harness/benchmark.ts'
import { runInProcess, settledMegabytes, type Task } from '../harness/processes.ts'
import { median, percentile, timeMs } from '../harness/statistics.ts'
import type { OpenPeer, Peer, PeerQuestion, PeerRecord } from '../peers/peer.ts'
import { bruteForceNearest } from '../reference/brute-force.ts'

const DIMENSIONS = 512
const LIMIT = 10
const WARMING_QUESTIONS = 5
/** A store that takes longer over one of its two processes is left behind. */
const LIMIT_MINUTES = 15

/** The module in bench/peers and what a reader calls it. */
const PEERS = { vectra: 'vectra', orama: 'Orama', langchain: 'LangChain MemoryVectorStore' } as const
type PeerName = keyof typeof PEERS | 'packgraph'

interface PeerJob {
  readonly name: PeerName
  readonly size: number
  readonly questions: number
  readonly folder: string
}

interface Built {
  readonly indexingMs: number
  readonly fileMegabytes: number
}

/** Zero is what the store does not have. */
interface Asked {
  readonly openingMs: number
  readonly nearestP50Ms: number
  readonly nearestP99Ms: number
  readonly hybridP50Ms: number
  readonly hybridP99Ms: number
  readonly residentMegabytes: number
  readonly recall: number
}

type PeerFigures = Built & Asked

export const measure: Measure = async (run, progress) => {
  if (!existsSync(new URL('../peers/node_modules', import.meta.url)))
    throw new Error('the other stores are not installed: npm ci --prefix bench/peers')
  const rows: Row[] = []
  for (const size of run.quick ? [1_000] : [10_000, 100_000]) {
    const own = await figuresOf('packgraph', size, run, progress)
    rows.push(recallRow('packgraph', size, own))
    for (const [name, title] of Object.entries(PEERS)) {
      try {
        const figures = await figuresOf(name as PeerName, size, run, progress)
        rows.push(recallRow(title, size, figures), ...compare(title, size, own, figures))
      } catch (error) {
        // A store that cannot hold so much is a result.
        const note = error instanceof Error ? error.message.split('\n')[0]! : String(error)
        rows.push({ work: units(size), reference: title, measured: `${title} fails`, note, figures: {} })
      }
    }
  }
  return rows
}

async function figuresOf(name: PeerName, size: number, run: BenchmarkRun, progress: Progress): Promise<PeerFigures> {
  const folder = join(run.scratchFolder, `peer-${name}-${size}`)
  mkdirSync(folder)
  try {
    const job: PeerJob = { name, size, questions: run.quick ? 20 : 100, folder }
    const here = new URL(import.meta.url)
    progress(`${name}: indexing ${units(size)}`)
    const built = await runInProcess<PeerJob, Built>(here, 'buildPeer', job, progress, LIMIT_MINUTES)
    progress(`${name}: asking ${units(size)}`)
    return { ...built, ...(await runInProcess<PeerJob, Asked>(here, 'askPeer', job, progress, LIMIT_MINUTES)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function units(size: number): string {
  return `${size.toLocaleString('en')} units`
}

function recallRow(title: string, size: number, { recall }: PeerFigures): Row {
  const work = `${title}: recall@${LIMIT} of nearest vectors, ${units(size)}`
  return { work, reference: 'brute force', measured: digits(recall), note: '', figures: { recall } }
}

/** What the peer takes for each piece of work, as a multiple of what packgraph takes. */
function compare(title: string, size: number, own: PeerFigures, peer: PeerFigures): readonly Row[] {
  const row = (work: string, figure: keyof PeerFigures, unit: string): readonly Row[] => {
    const [ownValue, peerValue] = [own[figure], peer[figure]]
    if (peerValue === 0) return []
    const times = peerValue / ownValue
    const measured = times >= 1 ? `${title} takes ${digits(times)}×` : `**${title} wins**: it takes ${digits(times)}×`
    const note = `${digits(ownValue)} ${unit} against ${digits(peerValue)} ${unit}`
    return [{ work: `${work}, ${units(size)}`, reference: title, measured, note, figures: { ownValue, peerValue } }]
  }
  return [
    ...row('index and save', 'indexingMs', 'ms'),
    ...row('open until the first answer', 'openingMs', 'ms'),
    ...row('nearest vectors, p50', 'nearestP50Ms', 'ms'),
    ...row('nearest vectors, p99', 'nearestP99Ms', 'ms'),
    ...row('words and vectors, p50', 'hybridP50Ms', 'ms'),
    ...row('words and vectors, p99', 'hybridP99Ms', 'ms'),
    ...row('resident memory while asked', 'residentMegabytes', 'MB'),
    ...row('files', 'fileMegabytes', 'MB'),
  ]
}

/** Indexes in a process of its own. */
export const buildPeer: Task<PeerJob, Built> = async ({ name, size, folder }) => {
  const peer = await loadPeer(name)
  const records = makeRecords(size)
  const indexingMs = await timeMs(() => peer.build(records, folder))
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  return { indexingMs, fileMegabytes: bytes / 1e6 }
}

/** Opens and asks in a process of its own. */
export const askPeer: Task<PeerJob, Asked> = async ({ name, size, questions, folder }) => {
  const peer = await loadPeer(name)
  const asked = Array.from(inventedQuestions(questions + WARMING_QUESTIONS, { hyperedges: size }), questionOf)
  let open: OpenPeer | undefined
  const openingMs = await timeMs(async () => {
    open = await peer.open(folder, () => makeRecords(size))
    await open.nearest(asked[0]!, LIMIT)
  })
  const { nearest, hybrid } = open!
  const answers: (readonly string[])[] = []
  const nearestMs = await askAll(asked, async (question) => answers.push(await nearest(question, LIMIT)))
  const hybridMs = hybrid ? await askAll(asked, (question) => hybrid(question, LIMIT)) : [0]
  const residentMegabytes = settledMegabytes()
  return {
    openingMs,
    nearestP50Ms: median(nearestMs),
    nearestP99Ms: percentile(nearestMs, 0.99),
    hybridP50Ms: median(hybridMs),
    hybridP99Ms: percentile(hybridMs, 0.99),
    residentMegabytes,
    // Only now: the truth takes memory that is not the store's.
    recall: recallOf(answers, asked, makeRecords(size)),
  }
}

async function askAll(
  questions: readonly PeerQuestion[],
  ask: (question: PeerQuestion) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = []
  for (const question of questions) times.push(await timeMs(() => ask(question)))
  return times.slice(WARMING_QUESTIONS)
}

function recallOf(
  answers: readonly (readonly string[])[],
  questions: readonly PeerQuestion[],
  records: readonly PeerRecord[],
): number {
  const vectors = new Float32Array(records.length * DIMENSIONS)
  for (const [row, { vector }] of records.entries()) vectors.set(vector, row * DIMENSIONS)
  let found = 0
  for (const [position, { vector }] of questions.entries()) {
    const truth = bruteForceNearest(vectors, Float32Array.from(vector), LIMIT).map((row) => records[row]!.id)
    found += answers[position]!.filter((id) => truth.includes(id)).length
  }
  return found / (questions.length * LIMIT)
}

/** Adapters are loaded by name: they import packages that only bench/peers has. */
async function loadPeer(name: PeerName): Promise<Peer> {
  const module: { readonly peer: Peer } = await import(new URL(`../peers/${name}.ts`, import.meta.url).href)
  return module.peer
}

/** The paragraphs of an invented corpus, each a unit of its own in every store. */
function makeRecords(size: number): readonly PeerRecord[] {
  const records: PeerRecord[] = []
  for (const { text = '' } of inventedDocuments({ hyperedges: size })) {
    for (const paragraph of text.split('\n\n')) {
      const trimmed = paragraph.trim()
      if (trimmed === '' || trimmed.startsWith('#')) continue
      records.push({ id: `unit-${records.length}.txt`, text: trimmed, vector: vectorOf(trimmed) })
    }
  }
  return records
}

function questionOf(text: string): PeerQuestion {
  return { text, vector: vectorOf(text) }
}

function vectorOf(text: string): readonly number[] {
  return Array.from(hashedWords(text, DIMENSIONS))
}
