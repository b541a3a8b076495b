import { createHash } from 'node:crypto'
import type { Candidate, Ranking } from '../../../src/domain/candidate.ts'
import type { DocumentDescription } from '../../../src/domain/document.ts'
import type { UnitKind } from '../../../src/domain/hyperedge.ts'
import { formatReference } from '../../../src/domain/span.ts'
import { nameKey, nameTokens } from '../../../src/domain/text/names.ts'
import { termsOf } from '../../../src/domain/text/terms.ts'

export interface UnitSketch {
  readonly text: string
  readonly kind?: UnitKind
  readonly headings?: readonly string[]
  readonly opening?: string
  readonly closing?: string
}

export interface DocumentSketch {
  readonly uri: string
  readonly title?: string
  readonly mediaType?: string
  readonly stable?: boolean
  readonly units: readonly (UnitSketch | string)[]
}

/** Candidates with the bytes behind them. */
export interface Library {
  /** By document, then by position. */
  readonly candidates: readonly Candidate[]
  /** `decode(original[span])`. */
  readonly decode: (candidate: Candidate, span: { readonly start: number; readonly end: number }) => string
}

const BETWEEN_UNITS = '\n\n'
const STORED_TOKENIZER = 'stored@1'

/** Builds candidates whose spans are true: each document's original is its units with blank lines between them. */
export function libraryOf(documents: readonly DocumentSketch[]): Library {
  const originals = new Map<string, Buffer>()
  const candidates: Candidate[] = []
  for (const [documentId, sketch] of documents.entries()) {
    const units = sketch.units.map((unit) => (typeof unit === 'string' ? { text: unit } : unit))
    const original = Buffer.from(units.map((unit) => unit.text).join(BETWEEN_UNITS), 'utf8')
    const originalId = createHash('sha256').update(sketch.uri).update(original).digest('hex')
    originals.set(originalId, original)
    let start = 0
    for (const [ordinal, unit] of units.entries()) {
      const span = { start, end: start + Buffer.byteLength(unit.text, 'utf8') }
      start = span.end + BETWEEN_UNITS.length
      candidates.push(
        candidateOf(documentOf(sketch, originalId), { ...unit, documentId, ordinal, span, id: candidates.length + 1 }),
      )
    }
  }
  const decode: Library['decode'] = ({ document }, span) =>
    (originals.get(document.originalId) ?? Buffer.alloc(0)).subarray(span.start, span.end).toString('utf8')
  return { candidates, decode }
}

function documentOf(sketch: DocumentSketch, originalId: string): DocumentDescription {
  return {
    uri: sketch.uri,
    collection: 'default',
    title: sketch.title ?? sketch.uri,
    mediaType: sketch.mediaType ?? 'text/markdown',
    metadata: {},
    stable: sketch.stable ?? false,
    origin: '',
    originalId,
  }
}

interface PlacedSketch extends UnitSketch {
  readonly id: number
  readonly documentId: number
  readonly ordinal: number
  readonly span: { readonly start: number; readonly end: number }
}

function candidateOf(document: DocumentDescription, unit: PlacedSketch): Candidate {
  return {
    hyperedge: {
      id: unit.id,
      documentId: unit.documentId,
      kind: unit.kind ?? 'passage',
      ordinal: unit.ordinal,
      span: unit.span,
      text: unit.text,
      headingPath: unit.headings ?? [],
      opening: unit.opening ?? '',
      closing: unit.closing ?? '',
      tokenCost: { tokens: Math.ceil(unit.text.length / 4), tokenizer: STORED_TOKENIZER },
    },
    document,
    reference: formatReference(document.originalId, unit.span),
    score: 1,
    lanes: { lexical: { rank: unit.id, score: 1 } },
    anchors: [],
    duplicates: [],
  }
}

/** Ranks candidates in the order given, each scoring less than the one before. */
export function rankingOf(
  query: string,
  candidates: readonly Candidate[],
  { falloff = 0.5 }: { readonly falloff?: number } = {},
): Ranking {
  const terms = [...new Set(termsOf(query))]
  return {
    query,
    termWeights: new Map(terms.map((term) => [term, 1 / terms.length])),
    candidates: candidates.map((candidate, index) => ({ ...candidate, score: falloff ** index })),
    knownShare: 1,
    graphGate: 1,
  }
}

/** The same candidate with another stored cost. */
export function withCost(candidate: Candidate, tokens: number, tokenizer: string = STORED_TOKENIZER): Candidate {
  return { ...candidate, hyperedge: { ...candidate.hyperedge, tokenCost: { tokens, tokenizer } } }
}

export function withAnchors(candidate: Candidate, ...names: readonly string[]): Candidate {
  return { ...candidate, anchors: names.map((name) => nameKey(nameTokens(name))) }
}
