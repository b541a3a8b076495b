import { createHash } from 'node:crypto'
import { type CompressedText, compressText } from '../compress/markdown/compress-text.ts'
import type { ModelSummary } from '../compress/markdown/summarize.ts'
import type { Compression, CompressionReport } from '../domain/compression.ts'
import { throwIfCancelled } from '../domain/errors.ts'
import { createCounter } from '../pack/counter.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { CompressOptions } from './compress-options.ts'
import { compressionReport } from './compression-report.ts'
import { readSource } from './compression-source.ts'
import { chosenProfiles } from './effective-tokens.ts'
import { generationTokenizer } from './generation-tokenizer.ts'
import { recordSavings } from './ledger.ts'
import type { EngineParts } from './parts.ts'

const DEFAULT_SUMMARIZER_TIMEOUT_MS = 60_000

/**
 * Stores the original, reads it back, and only then compresses it.
 * @throws whatever storing throws: nothing is compressed then.
 */
export async function compressMarkdown(
  input: string | Uint8Array,
  budgetTokens: number,
  options: CompressOptions,
  parts: EngineParts,
): Promise<Compression> {
  const { signal, query = '', stamp = '', allowOver = false } = options
  const profiles = chosenProfiles(options.cacheProfiles)
  const tokenizer = await generationTokenizer(options, parts)
  const summarizer = options.summarizer === undefined ? undefined : parts.resolveSummarizer(options.summarizer)
  const source = readSource(input)
  throwIfCancelled(signal)
  const id = createHash('sha256').update(source.bytes).digest('hex')
  const { originalId, alias } = await parts.store.archive({ id, bytes: source.bytes, encoding: source.encoding })
  const { count } = createCounter(tokenizer, signal)
  const compressed: CompressedText = await compressText({
    text: source.text,
    originalId,
    alias,
    budgetTokens,
    query: query.trim(),
    stamp,
    allowOver,
    model: modelOf(summarizer, options),
    signal,
    parser: parts.markdownParser,
    count,
    estimateTokens: parts.estimateTokens,
    byteOf: source.byteOf,
  })
  const report = await compressionReport(compressed, {
    budgetTokens,
    tokenizer,
    source,
    count,
    summarizer,
    profiles,
  })
  await record(originalId, report, options, parts)
  return { text: compressed.layout.text, original: originalId, report }
}

/** What was compressed stays so, whatever the ledger can take. */
async function record(
  originalId: string,
  { counter, rawTokens, phases }: CompressionReport,
  { onEvent }: CompressOptions,
  { clock, store }: EngineParts,
): Promise<void> {
  const entry = { kind: 'compress', atMs: clock.nowMs(), tokenizer: counter, originalId, rawTokens, phases } as const
  const problem = await recordSavings(entry, store)
  if (problem !== undefined)
    onEvent?.({ type: 'notice', message: `the ledger did not take this compression: ${problem}` })
}

function modelOf(
  summarizer: Summarizer | undefined,
  { summarizerTimeoutMs, onEvent }: CompressOptions,
): ModelSummary | undefined {
  if (summarizer === undefined) return undefined
  return {
    summarizer,
    timeoutMs: summarizerTimeoutMs ?? DEFAULT_SUMMARIZER_TIMEOUT_MS,
    onPassage: (passagesDone, passagesTotal) => onEvent?.({ type: 'summarizing', passagesDone, passagesTotal }),
  }
}
