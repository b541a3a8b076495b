import { createHash } from 'node:crypto'
import type { CompressedText } from '../compress/markdown/compress-text.ts'
import type { CompressedSpan, CompressionReport } from '../domain/compression.ts'
import type { CacheProfile } from '../domain/savings.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { effectiveTokens } from '../savings/effective-tokens.ts'
import type { CompressionSource } from './compression-source.ts'

interface ReportInput {
  readonly budgetTokens: number
  readonly tokenizer: Tokenizer
  readonly source: CompressionSource
  readonly count: (text: string) => Promise<number>
  readonly summarizer: Summarizer | undefined
  readonly profiles: readonly CacheProfile[]
}

/** Says what compressing did, in bytes of the original. */
export async function compressionReport(
  compressed: CompressedText,
  { budgetTokens, tokenizer, source, count, summarizer, profiles }: ReportInput,
): Promise<CompressionReport> {
  const { layout, removals, countedTokens, fallbacks } = compressed
  const prefix = layout.text.slice(0, layout.stableLength)
  const stableTokens = await count(prefix)
  const volatileTokens = Math.max(0, countedTokens - stableTokens)
  // A caller without compression would have to send the stamp as well.
  const rawTokens = compressed.rawTokens + volatileTokens
  const inputs = { rawTokens, stableTokens, volatileTokens, oneTimeTokens: 0 }
  const spanOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({
    start: source.byteOf(start),
    end: source.byteOf(end),
  })
  const refused = fallbacks.map(({ reason, detail, ...range }) => ({ ...spanOf(range), reason, detail }))
  return {
    counter: tokenizer.identity,
    level: tokenizer.exactness,
    rawTokens: compressed.rawTokens,
    phases: compressed.phases,
    effective: profiles.map((profile) => effectiveTokens(inputs, profile)),
    budgetTokens,
    countedTokens,
    fits: countedTokens <= budgetTokens,
    unchanged: removals.length === 0,
    spans: spansOf(compressed, source),
    breakpoint: {
      byteOffset: Buffer.byteLength(prefix),
      tokenOffset: stableTokens,
      prefixSha256: createHash('sha256').update(prefix).digest('hex'),
    },
    ...(summarizer !== undefined && { summarizer: { identity: summarizer.identity, refused } }),
  }
}

function spansOf({ removals }: CompressedText, { bytes, byteOf }: CompressionSource): readonly CompressedSpan[] {
  const spans: CompressedSpan[] = []
  let at = 0
  const keepTo = (start: number): void => {
    if (start > at) spans.push({ start: at, end: start, kind: 'kept' })
  }
  for (const { start, end, kind, reason, replacement, continuation } of removals) {
    const span = { start: byteOf(start), end: byteOf(end) }
    keepTo(span.start)
    spans.push({
      ...span,
      kind,
      reason,
      ...(replacement !== undefined && { replacement }),
      ...(continuation !== undefined && { continuation }),
    })
    at = span.end
  }
  keepTo(bytes.length)
  return spans
}
