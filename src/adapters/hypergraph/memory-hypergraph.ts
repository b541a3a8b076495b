import { formatReference } from '../../domain/span.ts'
import type {
  Connections,
  Edges,
  FoundName,
  Hypergraph,
  ScoredUnit,
  UnitDescription,
  UnitMask,
} from '../../ports/hypergraph.ts'
import type { DocumentRow, Store, StoreSnapshot } from '../../ports/store.ts'
import type { BaseArrays, HypergraphArrays } from './arrays.ts'
import { buildHypergraph } from './build.ts'
import { copiesOf } from './copies.ts'
import { connectionsOfUnit, EdgeCollector } from './edges.ts'
import { LexicalLane } from './lexical.ts'
import { scanNames } from './name-table.ts'
import { SaturationReader } from './postings.ts'
import { rowLength, rowOf } from './rows.ts'
import { fromSavedForm, toSavedForm } from './saved-form.ts'
import { sentenceOverlaps } from './sentence-overlaps.ts'
import { currentStamp } from './stamp.ts'
import { traitsOf } from './word-row.ts'

/**
 * Reads a snapshot into compressed arrays and answers from them. What did not change since `older`, or else since the arrays that are saved in the store, is
 * taken over from there; the answers are the same.
 * @param older a hypergraph of an earlier state of the same store, made here.
 */
export async function loadMemoryHypergraph(snapshot: StoreSnapshot, older?: Hypergraph): Promise<Hypergraph> {
  const base = older instanceof MemoryHypergraph ? older.arrays : await readSaved(snapshot)
  return new MemoryHypergraph(await buildHypergraph(snapshot, base))
}

async function readSaved(snapshot: StoreSnapshot): Promise<BaseArrays | undefined> {
  const saved = await snapshot.savedArrays(await currentStamp())
  return saved && fromSavedForm(saved.arrays)
}

/** Fewer hyperedges are read anew in a moment. */
const MIN_SAVED_HYPEREDGES = 2_000
/** Saving writes everything, so it waits until so much of the corpus is new; until then a reader derives what is new. */
const MIN_NEW_SHARE = 0.25

/** Whether so much of the store is new since arrays were last saved in it that they should be again. A few reads of the store. */
export async function isWorthSaving(store: Store): Promise<boolean> {
  if (store.readOnly) return false
  const { hyperedges, newHyperedges } = await store.savedArraysAge(await currentStamp())
  return hyperedges >= MIN_SAVED_HYPEREDGES && newHyperedges >= MIN_NEW_SHARE * hyperedges
}

/** Saves the arrays of a hypergraph in the store that it shows, so that the next process opens it at once. @returns whether it did. */
export async function saveMemoryHypergraph(hypergraph: Hypergraph, store: Store): Promise<boolean> {
  if (!(hypergraph instanceof MemoryHypergraph)) return false
  const { arrays } = hypergraph
  return store.saveArrays({
    generation: arrays.generation,
    stamp: await currentStamp(),
    lastHyperedgeId: arrays.units.hyperedgeIds.reduce((last, id) => Math.max(last, id), 0),
    arrays: toSavedForm(arrays),
  })
}

const UNKNOWN_UNIT = -1
const UNKNOWN_WORD = 0xffffffff

class MemoryHypergraph implements Hypergraph {
  readonly arrays: HypergraphArrays
  private readonly lexicalLane: LexicalLane
  private edgeCollector: EdgeCollector | undefined
  private unitByHyperedge: ReadonlyMap<number, number> | undefined

  constructor(arrays: HypergraphArrays) {
    this.arrays = arrays
    this.lexicalLane = new LexicalLane(arrays.postings, arrays.copies)
  }

  get generation(): number {
    return this.arrays.generation
  }

  get size(): number {
    return this.arrays.units.documents.length
  }

  async unitsWhere(matches: (document: DocumentRow) => boolean): Promise<Uint8Array> {
    const allowed = this.arrays.documents.map(matches)
    const mask = new Uint8Array(this.size)
    const { documents } = this.arrays.units
    for (let unit = 0; unit < mask.length; unit++) if (allowed[documents[unit]!]) mask[unit] = 1
    return mask
  }

  async inverseFrequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { strings, postings } = this.arrays
    const known = new Map<string, number>()
    for (const term of terms) {
      const id = strings.vocabulary.terms.find(term)
      // The strings are shared with views of other states, which may have terms that this one lacks.
      if (id !== undefined && rowLength(postings.inverted, id) > 0) known.set(term, postings.inverseFrequencies[id]!)
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
      const id = this.arrays.strings.vocabulary.terms.find(term)
      if (id !== undefined) byId.set(id, weight)
    }
    return this.lexicalLane.top(byId, limit, mask)
  }

  async saturations(units: ArrayLike<number>, terms: readonly string[]): Promise<Float64Array> {
    const { postings, strings } = this.arrays
    const reader = new SaturationReader(
      postings,
      terms.map((term) => strings.vocabulary.terms.find(term)),
    )
    const matrix = new Float64Array(units.length * terms.length)
    for (let row = 0; row < units.length; row++) reader.write(units[row]!, matrix, row * terms.length)
    return matrix
  }

  async namesIn(words: readonly string[]): Promise<readonly FoundName[]> {
    const { names, strings } = this.arrays
    const row = {
      lowers: Uint32Array.from(words, (word) => strings.vocabulary.lowers.find(word.toLowerCase()) ?? UNKNOWN_WORD),
      traits: Uint8Array.from(words, traitsOf),
    }
    const found: FoundName[] = []
    scanNames(names.trie, row, 0, words.length, true, (entity) => {
      const name = strings.entities.at(entity)
      found.push({ name, tokens: name.split(' '), owners: Array.from(rowOf(names.owners, entity)) })
    })
    return found
  }

  async edgesOf(units: readonly number[], prefixWeights: ReadonlyMap<string, number>): Promise<Edges> {
    const weights = new Map<number, number>()
    for (const [prefix, weight] of prefixWeights) {
      const id = this.arrays.strings.vocabulary.prefixes.find(prefix)
      if (id !== undefined) weights.set(id, weight)
    }
    this.edgeCollector ??= new EdgeCollector(this.arrays)
    return this.edgeCollector.edgesOf(units, (unit) => sentenceOverlaps(this.arrays, unit, weights))
  }

  async connectionsOf(units: readonly number[]): Promise<readonly Connections[]> {
    return units.map((unit) => connectionsOfUnit(this.arrays, unit))
  }

  async mentionsOf(units: readonly number[], owners: readonly number[]): Promise<readonly (readonly string[])[]> {
    const { names, mentions, strings } = this.arrays
    const wanted = new Set<number>()
    for (const owner of owners) for (const name of rowOf(names.ownedBy, owner)) wanted.add(name)
    return units.map((unit) =>
      Array.from(rowOf(mentions.byUnit, unit))
        .filter((name) => wanted.has(name))
        .map((name) => strings.entities.at(name)),
    )
  }

  async firstCopies(units: readonly number[]): Promise<readonly number[]> {
    return units.map((unit) => this.arrays.copies.first[unit]!)
  }

  async describe(units: readonly number[]): Promise<readonly UnitDescription[]> {
    const { documents, copies, units: rows } = this.arrays
    // Copies of one text share one list: whoever asks for all of them would else get as many lists of that length.
    const copiesByFirst = new Map<number, readonly number[]>()
    return units.map((unit) => {
      const first = copies.first[unit]!
      const copiesOfUnit = copiesByFirst.get(first) ?? copiesOf(copies, unit)
      copiesByFirst.set(first, copiesOfUnit)
      const document = documents[rows.documents[unit]!]!
      const span = { start: rows.spans[2 * unit]!, end: rows.spans[2 * unit + 1]! }
      return {
        unit,
        hyperedgeId: rows.hyperedgeIds[unit]!,
        document,
        reference: formatReference(document.originalId, span),
        copies: copiesOfUnit,
      }
    })
  }

  async unitsOf(hyperedgeIds: readonly number[]): Promise<readonly number[]> {
    this.unitByHyperedge ??= new Map(Array.from(this.arrays.units.hyperedgeIds, (id, unit) => [id, unit]))
    const byHyperedge = this.unitByHyperedge
    return hyperedgeIds.map((id) => byHyperedge.get(id) ?? UNKNOWN_UNIT)
  }
}
