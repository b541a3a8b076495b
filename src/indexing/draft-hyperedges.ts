import type { TokenCost, Unit } from '../domain/hyperedge.ts'
import { matchedTitle } from '../domain/text/names.ts'
import type { HyperedgeSketch, PreparedDocument } from '../ports/document-preparer.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { EntityExtractor } from '../ports/entity-extractor.ts'
import type { HyperedgeDraft } from '../ports/store.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { textHash } from './content-hash.ts'

/** What completes a sketch. An absent one leaves its part to whoever comes next. */
export interface DraftingTools {
  readonly tokenizer: Tokenizer | undefined
  readonly embedder: Embedder | undefined
}

type SketchedDocument = Pick<PreparedDocument, 'title' | 'hyperedges'>

/** Gives every unit of a document its entities and the hash of its text. Pure. */
export function sketchHyperedges(
  units: readonly Unit[],
  title: string,
  extractor: EntityExtractor,
): readonly HyperedgeSketch[] {
  const matched = matchedTitle(title)
  return units.map((unit) => ({
    ...unit,
    textHash: textHash(unit.kind, unit.text),
    incidences: extractor.extract(unit, matched),
  }))
}

/**
 * Gives sketches what they lack of approximate token cost and embedding, as far as there are tools for it, in the order of documents and units. Texts are
 * embedded in one call.
 * @throws whatever the tokenizer or the embedder throws.
 */
export async function completeSketches(
  documents: readonly SketchedDocument[],
  tools: DraftingTools,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly HyperedgeSketch[])[]> {
  const embeddings = await embedMissing(documents, tools.embedder, signal)
  const { tokenizer } = tools
  const completed: HyperedgeSketch[][] = []
  for (const { hyperedges } of documents) {
    const ofDocument: HyperedgeSketch[] = []
    for (const sketch of hyperedges) {
      if (sketch.tokenCost !== undefined && sketch.embedding !== undefined) {
        ofDocument.push(sketch)
        continue
      }
      const tokenCost = sketch.tokenCost ?? (tokenizer && (await costOf(sketch, tokenizer, signal)))
      const embedding = sketch.embedding ?? embeddings.next().value
      ofDocument.push({ ...sketch, ...(tokenCost && { tokenCost }), ...(embedding && { embedding }) })
    }
    completed.push(ofDocument)
  }
  return completed
}

/** As {@link completeSketches}, with tools for all that may be missing. */
export async function draftHyperedges(
  documents: readonly SketchedDocument[],
  tools: { readonly tokenizer: Tokenizer; readonly embedder: Embedder },
  signal: AbortSignal | undefined,
): Promise<readonly (readonly HyperedgeDraft[])[]> {
  return (await completeSketches(documents, tools, signal)) as readonly (readonly HyperedgeDraft[])[]
}

/** Embeds what has no embedding yet. @returns the vectors in order. */
async function embedMissing(
  documents: readonly SketchedDocument[],
  embedder: Embedder | undefined,
  signal: AbortSignal | undefined,
): Promise<Iterator<Float32Array, undefined>> {
  if (embedder === undefined) return [][Symbol.iterator]()
  const texts = documents.flatMap(({ title, hyperedges }) =>
    hyperedges
      .filter(({ embedding }) => embedding === undefined)
      .map((unit) => `${headingText(title, unit)}\n${unit.text}`),
  )
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts, { kind: 'document', signal })
  return vectors[Symbol.iterator]()
}

/** What stands before a unit in a pack and is embedded and matched with it: its document's title and its headings. */
function headingText(title: string, unit: Pick<Unit, 'headingPath'>): string {
  return [matchedTitle(title), ...unit.headingPath].filter((part) => part !== '').join(' › ')
}

/** The cost of what a pack prints of a unit: its text with the opening and closing of what it was cut from. */
export async function costOf(
  unit: Pick<Unit, 'opening' | 'text' | 'closing'>,
  tokenizer: Tokenizer,
  signal: AbortSignal | undefined,
): Promise<TokenCost> {
  const counted = tokenizer.count(unit.opening + unit.text + unit.closing, { signal })
  return { tokens: typeof counted === 'number' ? counted : await counted, tokenizer: tokenizer.identity }
}
