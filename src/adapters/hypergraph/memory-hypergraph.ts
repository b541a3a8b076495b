import { formatReference } from '../../domain/span.ts'
import type { Edge, FoundName, Hypergraph, ScoredUnit, UnitDescription, UnitMask } from '../../ports/hypergraph.ts'
import type { DocumentRow, StoreSnapshot } from '../../ports/store.ts'
import { buildHypergraph, type HypergraphArrays } from './build.ts'
import { copiesOf } from './copies.ts'
import { edgesOfUnit } from './edges.ts'
import { LexicalLane } from './lexical.ts'
import { saturationOf } from './postings.ts'
import { traitsOf } from './word-row.ts'

/** Reads a snapshot into compressed arrays and answers from them. */
export async function loadMemoryHypergraph(snapshot: StoreSnapshot): Promise<Hypergraph> {
  return new MemoryHypergraph(await buildHypergraph(snapshot))
}

const UNKNOWN_UNIT = -1
const UNKNOWN_WORD = 0xffffffff

class MemoryHypergraph implements Hypergraph {
  private readonly arrays: HypergraphArrays
  private readonly lexicalLane: LexicalLane
  private unitByHyperedge: ReadonlyMap<number, number> | undefined

  constructor(arrays: HypergraphArrays) {
    this.arrays = arrays
    this.lexicalLane = new LexicalLane(arrays.postings, arrays.copies)
  }

  get generation(): number {
    return this.arrays.generation
  }

  get size(): number {
    return this.arrays.hyperedgeIds.length
  }

  get gate(): number {
    return this.arrays.gate
  }

  async unitsWhere(matches: (document: DocumentRow) => boolean): Promise<Uint8Array> {
    const allowed = this.arrays.documents.map(matches)
    const mask = new Uint8Array(this.size)
    const { unitDocuments } = this.arrays
    for (let unit = 0; unit < mask.length; unit++) if (allowed[unitDocuments[unit]!]) mask[unit] = 1
    return mask
  }

  async inverseFrequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = new Map<string, number>()
    for (const term of terms) {
      const id = this.arrays.vocabulary.terms.find(term)
      if (id !== undefined) known.set(term, this.arrays.postings.inverseFrequencies[id]!)
    }
    return known
  }

  async lexicalTop(
    weights: ReadonlyMap<string, number>,
    limit: number,
    mask: UnitMask,
  ): Promise<readonly ScoredUnit[]> {
    const byId = new Map<number, number>()
    for (const [term, weight] of weights) {
      const id = this.arrays.vocabulary.terms.find(term)
      if (id !== undefined) byId.set(id, weight)
    }
    return this.lexicalLane.top(byId, limit, mask)
  }

  async saturations(units: readonly number[], terms: readonly string[]): Promise<Float64Array> {
    const ids = terms.map((term) => this.arrays.vocabulary.terms.find(term))
    const matrix = new Float64Array(units.length * terms.length)
    let at = 0
    for (const unit of units) {
      for (const id of ids) matrix[at++] = id === undefined ? 0 : saturationOf(this.arrays.postings, unit, id)
    }
    return matrix
  }

  async namesIn(words: readonly string[]): Promise<readonly FoundName[]> {
    const { vocabulary, names, entities } = this.arrays
    const row = {
      lowers: Uint32Array.from(words, (word) => vocabulary.lowers.find(word.toLowerCase()) ?? UNKNOWN_WORD),
      traits: Uint8Array.from(words, traitsOf),
    }
    return names.scan(row, 0, words.length, true).map((entity) => ({
      name: entities.strings[entity]!,
      tokens: entities.strings[entity]!.split(' '),
      owners: Array.from(names.owners.values.subarray(names.owners.starts[entity]!, names.owners.starts[entity + 1]!)),
    }))
  }

  async edgesOf(units: readonly number[]): Promise<readonly (readonly Edge[])[]> {
    return units.map((unit) => edgesOfUnit(this.arrays, unit))
  }

  async sentenceOverlaps(
    units: readonly number[],
    prefixWeights: ReadonlyMap<string, number>,
  ): Promise<readonly Float64Array[]> {
    const weights = new Map<number, number>()
    for (const [prefix, weight] of prefixWeights) {
      const id = this.arrays.vocabulary.prefixes.find(prefix)
      if (id !== undefined) weights.set(id, weight)
    }
    return units.map((unit) => this.overlapsOf(unit, weights))
  }

  private overlapsOf(unit: number, weights: ReadonlyMap<number, number>): Float64Array {
    const { stream, vocabulary } = this.arrays
    const first = stream.unitSentences[unit]!
    const overlaps = new Float64Array(stream.unitSentences[unit + 1]! - first)
    for (let sentence = 0; sentence < overlaps.length; sentence++) {
      const seen = new Set<number>()
      for (let at = stream.sentenceWords[first + sentence]!; at < stream.sentenceWords[first + sentence + 1]!; at++) {
        for (const prefix of vocabulary.factsOf(stream.words[at]!).prefixes) {
          const weight = weights.get(prefix)
          if (weight === undefined || seen.has(prefix)) continue
          seen.add(prefix)
          overlaps[sentence]! += weight
        }
      }
    }
    return overlaps
  }

  async mentionsOf(units: readonly number[], owners: readonly number[]): Promise<readonly (readonly string[])[]> {
    const { names, mentions, entities } = this.arrays
    const wanted = new Set<number>()
    for (const owner of owners) {
      for (const name of names.ownedBy.values.subarray(names.ownedBy.starts[owner]!, names.ownedBy.starts[owner + 1]!))
        wanted.add(name)
    }
    return units.map((unit) =>
      Array.from(mentions.byUnit.values.subarray(mentions.byUnit.starts[unit]!, mentions.byUnit.starts[unit + 1]!))
        .filter((name) => wanted.has(name))
        .map((name) => entities.strings[name]!),
    )
  }

  async firstCopies(units: readonly number[]): Promise<readonly number[]> {
    return units.map((unit) => this.arrays.copies.first[unit]!)
  }

  async describe(units: readonly number[]): Promise<readonly UnitDescription[]> {
    const { hyperedgeIds, unitDocuments, documents, copies, spans } = this.arrays
    return units.map((unit) => {
      const document = documents[unitDocuments[unit]!]!
      const span = { start: spans[2 * unit]!, end: spans[2 * unit + 1]! }
      return {
        unit,
        hyperedgeId: hyperedgeIds[unit]!,
        document,
        reference: formatReference(document.originalId, span),
        copies: copiesOf(copies, unit),
      }
    })
  }

  async unitsOf(hyperedgeIds: readonly number[]): Promise<readonly number[]> {
    this.unitByHyperedge ??= new Map(Array.from(this.arrays.hyperedgeIds, (id, unit) => [id, unit]))
    const byHyperedge = this.unitByHyperedge
    return hyperedgeIds.map((id) => byHyperedge.get(id) ?? UNKNOWN_UNIT)
  }
}
