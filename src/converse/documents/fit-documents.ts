import { summarizePassage } from '../../compress/prose/summarize-passage.ts'
import type { MarkdownParser } from '../../ports/markdown-parser.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { holdsKeyword, readText } from '../score/read-text.ts'
import { scoreUnits } from '../score/score-units.ts'
import { shortenDocument } from './shorten-document.ts'

/** A document in three parts: what describes it stays as long as anything of it does. */
export interface DocumentText {
  readonly before: string
  readonly body: string
  readonly after: string
}

export interface FitDocumentsInput {
  readonly documents: readonly DocumentText[]
  readonly query: string
  readonly keywords: readonly string[]
  /** Keywords that something else holds that is sent in any case. */
  readonly heldElsewhere: readonly string[]
  /** How much each has to do with the query, 0 to 1, the best 1. Default: BM25 among them. */
  readonly scores?: readonly number[]
  readonly roomTokens: number
  /** Documents below may go whole. */
  readonly relevanceFloor: number
  /** Whether the others may become shorter; otherwise documents are only left out. */
  readonly isShortening: boolean
  /** What leads to the stored original of a document, at its place in the list. */
  readonly markerOf: (document: number) => string
  /** Tokens of a text: exactly, and estimated. */
  readonly count: (text: string) => number | Promise<number>
  readonly weigh: (text: string) => number
  readonly parser: MarkdownParser
  readonly summarizer?: { readonly summarizer: Summarizer; readonly timeoutMs: number } | undefined
  readonly signal?: AbortSignal | undefined
}

export interface FittedDocument {
  readonly outcome: 'verbatim' | 'dropped' | 'extracted' | 'summarized'
  /** Takes the place of the whole document. */
  readonly text: string
  readonly tokens: number
  readonly score: number
}

/** Below this, a few sentences of each of many documents say less than more of the best. */
const LEAST_DOCUMENT_TOKENS = 60
/** What has nothing to do with the query is worth something still, or it would have no length at all. */
const LEAST_WORTH = 0.05
/** Estimates and counts differ: each attempt asks for as much less as the one before was over. */
const ATTEMPTS = 4

/**
 * Fits documents into a room, doing no more than is needed. First those below the relevance floor go whole, the least relevant first. Then those become shorter that are longest for what they are worth, until all fit: by a summary that passes its guard, where there is a summarizer, else by leaving out what has least to do with the query (see `shortenDocument`). What still does not fit goes whole, the
 * least relevant first. The best one stays, and so does the last holder of a keyword, though it may become shorter around it. Each that is not verbatim ends with its marker. Deterministic, but for what a model says.
 *
 * @returns one for each, in order; together over the room where no more can go.
 */
export async function fitDocuments(input: FitDocumentsInput): Promise<readonly FittedDocument[]> {
  const { documents, roomTokens, relevanceFloor, isShortening } = input
  const scores = input.scores ?? ownScores(input)
  const fitted: FittedDocument[] = []
  for (const [index, { before, body, after }] of documents.entries()) {
    const text = before + body + after
    fitted.push({ outcome: 'verbatim', text, tokens: await input.count(text), score: scores[index]! })
  }
  const total = (): number => fitted.reduce((sum, { tokens }) => sum + tokens, 0)
  await drop(input, fitted, ({ score }) => score < relevanceFloor && total() > roomTokens)
  if (!isShortening || total() <= roomTokens) return fitted
  await drop(input, fitted, (document) => lengthFor(document, fitted, roomTokens) < LEAST_DOCUMENT_TOKENS)
  const lengths = fitted.map((document) => lengthFor(document, fitted, roomTokens))
  const excess = (index: number): number => fitted[index]!.tokens - lengths[index]!
  const order = fitted.map((_, index) => index).sort((a, b) => excess(b) - excess(a) || a - b)
  for (const index of order) {
    const over = total() - roomTokens
    if (over <= 0) break
    const { outcome, tokens } = fitted[index]!
    if (outcome === 'dropped' || tokens <= lengths[index]!) continue
    fitted[index] = await shorten(input, fitted, index, Math.max(lengths[index]!, tokens - over))
  }
  await drop(input, fitted, () => total() > roomTokens)
  return fitted
}

function ownScores({ documents, query, keywords }: FitDocumentsInput): readonly number[] {
  return scoreUnits({ query, keywords, texts: documents.map(({ before, body }) => `${before}\n${body}`) }).scores
}

/**
 * How long a document may be so that all fit: lengths are as the scores, and what a short one does not need goes to the longer ones. So the longest go first, for what they
 * are worth.
 */
function lengthFor(document: FittedDocument, fitted: readonly FittedDocument[], roomTokens: number): number {
  const worthOf = ({ score }: FittedDocument): number => Math.max(LEAST_WORTH, score)
  const left = fitted.filter(({ outcome }) => outcome !== 'dropped')
  const dropped = fitted.filter(({ outcome }) => outcome === 'dropped')
  let room = roomTokens - dropped.reduce((sum, { tokens }) => sum + tokens, 0)
  let worth = left.reduce((sum, own) => sum + worthOf(own), 0)
  for (const own of left.toSorted((a, b) => a.tokens / worthOf(a) - b.tokens / worthOf(b))) {
    if (own.tokens > (room * worthOf(own)) / worth) return Math.floor((room * worthOf(document)) / worth)
    room -= own.tokens
    worth -= worthOf(own)
  }
  return Number.POSITIVE_INFINITY
}

/** Leaves documents out, the least relevant first and of equals the last, as long as `mayGo` says so. */
async function drop(
  input: FitDocumentsInput,
  fitted: FittedDocument[],
  mayGo: (document: FittedDocument) => boolean,
): Promise<void> {
  const order = fitted.map((_, index) => index).sort((a, b) => fitted[a]!.score - fitted[b]!.score || b - a)
  const best = order.at(-1)
  for (const index of order) {
    const document = fitted[index]!
    if (document.outcome === 'dropped' || index === best || !mayGo(document)) continue
    if (keywordsOnlyIn(input, fitted, index).length > 0) continue
    const text = input.markerOf(index)
    const tokens = await input.count(text)
    if (tokens < document.tokens) fitted[index] = { outcome: 'dropped', text, tokens, score: document.score }
  }
}

/** Keywords that no other part of what is sent holds. */
function keywordsOnlyIn(
  { keywords, heldElsewhere }: FitDocumentsInput,
  fitted: readonly FittedDocument[],
  index: number,
): readonly string[] {
  const own = readText(fitted[index]!.text)
  const held = keywords.filter((keyword) => !heldElsewhere.includes(keyword) && holdsKeyword(own, keyword))
  if (held.length === 0) return held
  const others = fitted.filter((_, other) => other !== index).map(({ text }) => readText(text))
  return held.filter((keyword) => !others.some((text) => holdsKeyword(text, keyword)))
}

async function shorten(
  input: FitDocumentsInput,
  fitted: readonly FittedDocument[],
  index: number,
  budgetTokens: number,
): Promise<FittedDocument> {
  const { documents, count, weigh, markerOf } = input
  const whole = fitted[index]!
  const { before, body, after } = documents[index]!
  const required = keywordsOnlyIn(input, fitted, index)
  const wrap = (text: string): string => {
    const trail = /\n?$/.exec(body)![0]
    return `${before}${text.trimEnd()}\n${markerOf(index)}${trail}${after}`
  }
  const ratio = whole.tokens / Math.max(1, weigh(whole.text))
  const aroundTokens = weigh(wrap('')) * ratio
  const candidate = async (text: string, outcome: 'extracted' | 'summarized'): Promise<FittedDocument | undefined> => {
    const shorter = wrap(text)
    const read = readText(shorter)
    if (required.some((keyword) => !holdsKeyword(read, keyword))) return undefined
    const tokens = await count(shorter)
    return tokens < whole.tokens ? { outcome, text: shorter, tokens, score: whole.score } : undefined
  }
  const bodyTokens = Math.max(1, Math.floor((budgetTokens - aroundTokens) / ratio))
  const summary = await summaryOf(input, body, bodyTokens)
  const summarized = summary === undefined ? undefined : await candidate(summary, 'summarized')
  if (summarized !== undefined && summarized.tokens <= budgetTokens) return summarized
  let best: FittedDocument | undefined
  let room = bodyTokens
  for (let attempt = 0; attempt < ATTEMPTS && room > 0; attempt++) {
    const text = shortenDocument({ ...input, text: body, keywords: required, budgetTokens: room })
    const shorter = text === body ? undefined : await candidate(text, 'extracted')
    if (shorter === undefined) break
    if (best === undefined || shorter.tokens < best.tokens) best = shorter
    if (shorter.tokens <= budgetTokens) break
    room -= Math.ceil((shorter.tokens - budgetTokens) / ratio)
  }
  return best ?? whole
}

async function summaryOf(
  { query, weigh, summarizer, signal }: FitDocumentsInput,
  text: string,
  budgetTokens: number,
): Promise<string | undefined> {
  if (summarizer === undefined) return undefined
  const summary = await summarizePassage({ ...summarizer, text, query, budgetTokens, weigh, signal })
  return summary.kind === 'summary' ? summary.text : undefined
}
