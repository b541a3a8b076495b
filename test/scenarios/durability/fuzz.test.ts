import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mediaTypeOf } from '../../../src/adapters/readers/media-types.ts'
import { structureReaders } from '../../../src/adapters/readers/structure-readers.ts'
import { estimateTokens } from '../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import type { TextEncodingName } from '../../../src/domain/document.ts'
import { UNIT_LIMITS } from '../../../src/ingest/balance.ts'
import { decodeBytes, decodeSpan } from '../../../src/ingest/decode.ts'
import { ingestDocument } from '../../../src/ingest/ingest-document.ts'
import { createReaderRegistry } from '../../../src/ingest/reader-registry.ts'
import { sectionsOf } from '../../../src/ingest/sections.ts'
import { splitIntoUnits } from '../../../src/ingest/split.ts'
import { processorMs } from './hostile/longest-block.ts'
import { FUZZED_EXTENSIONS, type FuzzedExtension, syntaxOf } from './hostile/syntax-arbitrary.ts'

/** Seconds for each property; without them a short run. `PACKGRAPH_FUZZ_SECONDS=50` makes ten minutes of it all. */
const SECONDS = Number(process.env.PACKGRAPH_FUZZ_SECONDS ?? 0)
/** Weights of parts do not quite add up to that of the whole: about one generated text in a thousand has a unit above the cap. None may be twice as large. */
const CAP_TOKENS = UNIT_LIMITS.capTokens * 2
const readers = createReaderRegistry(structureReaders)

function runs(short: number): fc.Parameters<unknown> {
  return SECONDS > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1_000, endOnFailure: false }
    : { numRuns: short, seed: 1 }
}
const timeoutMs = SECONDS * 3_000 + 60_000

function encode(text: string, encoding: TextEncodingName): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

/** Marks each unit of UTF-16 that some unit holds, and finds one that two hold. */
function covered(text: string, units: ReturnType<typeof splitIntoUnits>): Uint8Array {
  const marks = new Uint8Array(text.length)
  for (const { span } of units) {
    for (let at = span.start; at < span.end; at++) {
      if (marks[at] === 1) throw new Error(`character ${at} is in two units`)
      marks[at] = 1
    }
  }
  return marks
}

function expectNothingLost(text: string, extension: FuzzedExtension): void {
  const { blocks } = readers.readerFor(mediaTypeOf(`x.${extension}`)!).read(text)
  const units = splitIntoUnits(text, blocks, estimateTokens)
  const marks = covered(text, units)
  const headings = new Set(units.flatMap(({ headingPath }) => headingPath))
  for (const block of sectionsOf(blocks).flatMap((section) => section.blocks)) {
    for (let at = block.start; at < block.end; at++) {
      if (marks[at] === 0 && /\S/.test(text[at]!)) throw new Error(`character ${at} (${text[at]}) is in no unit`)
    }
  }
  for (const { kind, start, end, heading } of blocks) {
    const isAbove = kind === 'heading' && (heading === '' || headings.has(heading ?? ''))
    const isInside = marks.subarray(start, end).includes(1) || text.slice(start, end).trim() === ''
    if (!isAbove && !isInside) throw new Error(`the block at ${start} is nowhere`)
  }
  for (const unit of units) {
    if (estimateTokens(unit.text) > CAP_TOKENS && [...unit.text].length > 1) {
      throw new Error(`unit ${unit.ordinal} is above the cap`)
    }
  }
}

describe.each(FUZZED_EXTENSIONS)('text that is nearly .%s', (extension) => {
  const mediaType = mediaTypeOf(`x.${extension}`)!

  it(
    'loses nothing, holds nothing twice, and keeps to the cap',
    () => {
      fc.assert(
        fc.property(syntaxOf(extension), (text) => expectNothingLost(text, extension)),
        runs(60),
      )
    },
    timeoutMs,
  )

  it(
    'leads back to its spans in every encoding, lone surrogates included',
    () => {
      const encodings = fc.constantFrom<TextEncodingName>('utf-8', 'utf-16le', 'utf-16be', 'latin1')
      const text = fc
        .tuple(syntaxOf(extension), fc.constantFrom('', '\ud800', 'a\udc00b'), fc.nat())
        .map(([syntax, surrogate, at]) => {
          const place = at % (syntax.length + 1)
          return syntax.slice(0, place) + surrogate + syntax.slice(place)
        })
      fc.assert(
        fc.property(text, encodings, (original, encoding) => {
          const bytes = encode(original, encoding)
          const { units } = ingestDocument({ bytes, mediaType, encoding }, { readers, estimateTokens })
          const decoded = decodeBytes(bytes, { encoding }).text
          let end = 0
          for (const unit of units) {
            expect(unit.span.start).toBeGreaterThanOrEqual(end)
            expect(decodeSpan(bytes, encoding, unit.span)).toBe(unit.text)
            expect(decoded.includes(unit.text)).toBe(true)
            end = unit.span.end
          }
        }),
        runs(40),
      )
    },
    timeoutMs,
  )

  it(
    'takes time in proportion to its length',
    () => {
      const timeOf = (text: string): number => {
        const bytes = new TextEncoder().encode(text)
        const startMs = processorMs()
        ingestDocument({ bytes, mediaType, encoding: 'utf-8' }, { readers, estimateTokens })
        return processorMs() - startMs
      }
      fc.assert(
        fc.property(syntaxOf(extension), (part) => {
          const text = (length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length)
          const slow = (): boolean => timeOf(text(80_000)) > 9 * timeOf(text(20_000)) + 80
          // Garbage may be collected in one of them, but hardly three times.
          expect(slow() && slow() && slow()).toBe(false)
        }),
        runs(10),
      )
    },
    timeoutMs,
  )
})
