import type { TokenCost, Unit } from '../domain/hyperedge.ts'
import { matchedTitle } from '../domain/text/names.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { EntityExtractor } from '../ports/entity-extractor.ts'
import type { HyperedgeDraft } from '../ports/store.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { textHash } from './content-hash.ts'

/** What turns units into hyperedges. */
export interface IndexingTools {
  readonly tokenizer: Tokenizer
  readonly extractor: EntityExtractor
  readonly embedder: Embedder
}

/** A document's units with its title, which they are found by. */
export interface TitledUnits {
  readonly title: string
  readonly units: readonly Unit[]
}

/** What stands before a unit in a pack and is embedded and matched with it: its document's title and its headings. */
function headingText({ title }: TitledUnits, unit: Unit): string {
  return [matchedTitle(title), ...unit.headingPath].filter((part) => part !== '').join(' › ')
}

/**
 * Gives every unit its entities, approximate token cost and embedding, in the order of documents and units. Texts are embedded in one call.
 * @throws whatever the tokenizer or the embedder throws.
 */
export async function draftHyperedges(
  documents: readonly TitledUnits[],
  { tokenizer, extractor, embedder }: IndexingTools,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly HyperedgeDraft[])[]> {
  const texts = documents.flatMap((document) =>
    document.units.map((unit) => `${headingText(document, unit)}\n${unit.text}`),
  )
  const embeddings = texts.length === 0 ? [] : await embedder.embed(texts, { kind: 'document', signal })
  let next = 0
  const drafts: HyperedgeDraft[][] = []
  for (const document of documents) {
    const ofDocument: HyperedgeDraft[] = []
    for (const unit of document.units) {
      ofDocument.push({
        ...unit,
        tokenCost: await costOf(unit, tokenizer, signal),
        textHash: textHash(unit.kind, unit.text),
        incidences: extractor.extract(unit, matchedTitle(document.title)),
        embedding: embeddings[next++]!,
      })
    }
    drafts.push(ofDocument)
  }
  return drafts
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
