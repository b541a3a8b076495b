import { createHash } from 'node:crypto'
import type { CompressedText } from '../compress/markdown/compress-text.ts'
import type { CompressedSpan, CompressionReport } from '../domain/compression.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { CompressionSource } from './compression-source.ts'

interface ReportInput {
  readonly budgetTokens: number
  readonly tokenizer: Tokenizer
  readonly source: CompressionSource
  readonly count: (text: string) => Promise<number>
  readonly summarizer: Summarizer | undefined
}

/** Says what compressing did, in bytes of the original. */
export async function compressionReport(
  compressed: CompressedText,
  { budgetTokens, tokenizer, source, count, summarizer }: ReportInput,
): Promise<CompressionReport> {
  const { layout, removals, countedTokens, fallbacks } = compressed
  const prefix = layout.text.slice(0, layout.stableLength)
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
    effective: [],
    budgetTokens,
    countedTokens,
    fits: countedTokens <= budgetTokens,
    unchanged: removals.length === 0,
    spans: spansOf(compressed, source),
    breakpoint: {
      byteOffset: Buffer.byteLength(prefix),
      tokenOffset: await count(prefix),
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
  for (const { start, end, kind, reason, replacement } of removals) {
    const span = { start: byteOf(start), end: byteOf(end) }
    keepTo(span.start)
    spans.push({ ...span, kind, reason, ...(replacement !== undefined && { replacement }) })
    at = span.end
  }
  keepTo(bytes.length)
  return spans
}
