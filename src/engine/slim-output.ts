import {
  DUPLICATE,
  isJsonLines,
  losslessCandidate,
  type SlimCandidate,
  textCandidates,
} from '../compress/tool-output/candidates.ts'
import { passesGate, savesBytes } from '../compress/tool-output/gate.ts'
import { smallestJsonForm } from '../compress/tool-output/json/smallest-json-form.ts'
import { DEFAULT_SLIM_LIMITS, type SlimLimits } from '../compress/tool-output/limits.ts'
import { countLines } from '../compress/tool-output/line-range.ts'
import { chooseNoticeAlias, formatNotice } from '../compress/tool-output/notice.ts'
import { isBelowThreshold, isUntouchedTool } from '../compress/tool-output/pass-rules.ts'
import { type Redaction, redactSecrets } from '../compress/tool-output/redact.ts'
import type { Original } from '../domain/document.ts'
import { throwIfCancelled } from '../domain/errors.ts'
import type { PassReason, SlimmedOutput } from '../domain/slimmed-output.ts'
import { hashBytes } from '../indexing/content-hash.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { generationTokenizer } from './generation-tokenizer.ts'
import type { EngineParts } from './parts.ts'
import type { SlimOptions } from './slim-options.ts'
import { recordSlim } from './slim-savings.ts'
import { isStoreFailure } from './store-failure.ts'
import { recallCall, rememberCall } from './tool-calls.ts'

/** Half of a surrogate pair has no UTF-8 form. */
const LONE_SURROGATE = /\p{Surrogate}/u
/** So many notices of a session explain themselves. */
const VERBOSE_NOTICES = 3
/** The archive gives no shorter alias. */
const LEAST_ALIAS_DIGITS = 8

/** An output that is being looked at, without its secrets. */
interface Slimming {
  readonly output: string
  readonly redaction: Redaction
  /** What would be stored. */
  readonly original: Original
  readonly bytesBefore: number
  readonly tokensBefore: number
  readonly tokenizer: Tokenizer
  readonly limits: SlimLimits
  readonly verboseNotice: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Shortens what a tool gave, where that can be undone and pays; docs/slimming.md says how. The original is stored, and read back, before anything stands in its
 * place; where it cannot be stored, the output passes.
 */
export async function slimOutput(
  given: string | Uint8Array,
  options: SlimOptions,
  parts: EngineParts,
): Promise<SlimmedOutput> {
  const { signal, isError = false, tool, untouchedTools = [] } = options
  throwIfCancelled(signal)
  const tokenizer = await generationTokenizer(options, parts)
  const limits = { ...DEFAULT_SLIM_LIMITS, ...options.limits }
  const { text: output, isExact } = decodeOutput(given)
  const bytesBefore = typeof given === 'string' ? Buffer.byteLength(given) : given.length
  const sizes = { bytesBefore, tokensBefore: await tokenizer.count(output, { signal }) }
  const pass = (reason: PassReason): SlimmedOutput => passed(output, reason, { ...sizes, tokenizer })
  if (!isExact) return pass('not-text')
  if (isBelowThreshold(sizes.bytesBefore, isError, limits)) return pass('small')
  if (isUntouchedTool(tool, untouchedTools)) return pass('untouched-tool')

  const { isDuplicate, isRerun, adopted } = await recallCall(output, options, parts)
  const redact = options.redact === false ? undefined : (options.redact ?? redactSecrets)
  const redaction = redact?.(output) ?? { text: output, redacted: [] }
  const verboseNotice = adopted < VERBOSE_NOTICES
  const original = archivable(redaction.text)
  const slimming: Slimming = { output, redaction, original, ...sizes, tokenizer, limits, verboseNotice, signal }
  const slimmed = isDuplicate
    ? await firstWorthwhile([DUPLICATE], slimming, parts)
    : await firstWorthwhile(await candidatesOf(slimming, parts), slimming, parts)
  const result = 'reason' in slimmed ? pass(slimmed.reason) : slimmed
  await rememberCall(output, result, options, parts)
  await recordSlim({ result, originalId: original.id, isRerun }, options, parts)
  return result
}

/** @returns also whether the text has the very bytes, or the very characters, as UTF-8: only then can it be stored as it is. */
function decodeOutput(given: string | Uint8Array): { readonly text: string; readonly isExact: boolean } {
  if (typeof given === 'string') return { text: given, isExact: !LONE_SURROGATE.test(given) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(given), isExact: true }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(given), isExact: false }
  }
}

/** Lossless forms first; what leaves something out is for text, and for lines of JSON that no table shortens. */
async function candidatesOf(
  { redaction: { text }, tokenizer, limits, signal }: Slimming,
  { estimateTokens, notation }: EngineParts,
): Promise<readonly SlimCandidate[]> {
  const count = (form: string): number | Promise<number> => tokenizer.count(form, { signal })
  const form = await smallestJsonForm(text, { weigh: estimateTokens, count, notation })
  if (form === undefined) return textCandidates(text, limits, estimateTokens)
  return [losslessCandidate(form), ...(isJsonLines(text) ? textCandidates(text, limits, estimateTokens) : [])]
}

/** The first candidate that passes the gate with its notice and whose original can be stored. */
async function firstWorthwhile(
  candidates: readonly SlimCandidate[],
  slimming: Slimming,
  parts: EngineParts,
): Promise<SlimmedOutput | { readonly reason: PassReason }> {
  const { original } = slimming
  for (const candidate of candidates) {
    if ((await replacement(candidate, original.id, undefined, slimming)) === undefined) continue
    const alias = await archive(original, parts)
    if (alias === undefined) return { reason: 'not-stored' }
    const slimmed = await replacement(candidate, original.id, alias, slimming)
    if (slimmed !== undefined) return slimmed
  }
  return { reason: candidates.length === 0 ? 'never-sampled' : 'no-gain' }
}

function archivable(text: string): Original {
  const bytes = new TextEncoder().encode(text)
  return { id: hashBytes(bytes), bytes, encoding: 'utf-8' }
}

/** @returns the alias; undefined where the store cannot take the original. Any other failure is a defect, and thrown. */
async function archive(original: Original, { store }: EngineParts): Promise<string | undefined> {
  try {
    return (await store.archive(original)).alias
  } catch (error) {
    if (isStoreFailure(error)) return undefined
    throw error
  }
}

/** A candidate with its notice; undefined where the gate refuses it. @param alias undefined as long as the store gave none: then the shortest that it may give. */
async function replacement(
  candidate: SlimCandidate,
  originalId: string,
  alias: string | undefined,
  slimming: Slimming,
): Promise<SlimmedOutput | undefined> {
  const { output, redaction, bytesBefore, tokensBefore, tokenizer, limits, verboseNotice, signal } = slimming
  const id = chooseNoticeAlias(originalId, alias ?? originalId.slice(0, LEAST_ALIAS_DIGITS), output)
  const secrets = redaction.redacted.reduce((sum, { count }) => sum + count, 0)
  const { route, omitted, omittedLines } = candidate
  const facts = { route, alias: id, originalId, omitted, lineCount: countLines(redaction.text), secrets }
  const notice = formatNotice(facts, verboseNotice)
  const text = candidate.text === '' ? notice : `${candidate.text}\n${notice}`
  const bytesAfter = Buffer.byteLength(text)
  if (!savesBytes({ bytesBefore, bytesAfter }, limits)) return undefined
  const tokensAfter = await tokenizer.count(text, { signal })
  const sizes = { bytesBefore, bytesAfter, tokensBefore, tokensAfter }
  if (!passesGate(sizes, limits)) return undefined
  const lossless = candidate.lossless && secrets === 0
  const { redacted } = redaction
  return {
    text,
    route,
    lossless,
    adopted: true,
    id,
    ...sizes,
    tokenizer: tokenizer.identity,
    omitted,
    omittedLines,
    redacted,
  }
}

function passed(
  output: string,
  reason: PassReason,
  { bytesBefore, tokensBefore, tokenizer }: Pick<Slimming, 'bytesBefore' | 'tokensBefore' | 'tokenizer'>,
): SlimmedOutput {
  return {
    text: output,
    route: 'pass',
    lossless: true,
    adopted: false,
    reason,
    id: null,
    bytesBefore,
    bytesAfter: bytesBefore,
    tokensBefore,
    tokensAfter: tokensBefore,
    tokenizer: tokenizer.identity,
    omitted: 'nothing',
    omittedLines: [],
    redacted: [],
  }
}
