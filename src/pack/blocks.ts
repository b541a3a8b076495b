import type { Counter } from './counter.ts'
import { documentHeader, sectionHeader } from './header.ts'
import type { Mark } from './mark.ts'
import { isContinuedBy, type Placement, pathKey, type RankedCandidate } from './placement.ts'
import { renderBlock } from './render.ts'

/** A unit as it would join what is placed already. */
export interface Block {
  readonly text: string
  /** Whether placing it saves tokens elsewhere, so that its own count says too much: the piece after it need not be opened again. */
  readonly savesElsewhere: boolean
}

/** The documents, sections and units of a selected section, as far as a further unit's header depends on them. */
export class PlacedUnits {
  readonly #mark: Mark
  readonly #firstNumber: number
  readonly #paths = new Map<number, Set<string>>()
  readonly #units = new Map<string, RankedCandidate>()

  constructor(
    section: { readonly selectedMark: Mark; readonly firstNumber: number },
    placed: Iterable<RankedCandidate>,
  ) {
    this.#mark = section.selectedMark
    this.#firstNumber = section.firstNumber
    for (const ranked of placed) this.add(ranked)
  }

  add(ranked: RankedCandidate): void {
    const { documentId, ordinal } = ranked.candidate.hyperedge
    const paths = this.#paths.get(documentId) ?? new Set()
    this.#paths.set(documentId, paths.add(pathKey(ranked.candidate)))
    this.#units.set(`${documentId}:${ordinal}`, ranked)
  }

  /** The header line that a unit brings along: a document's first, a section's first, or none. */
  leadFor({ candidate }: RankedCandidate): string {
    const { document, hyperedge } = candidate
    const paths = this.#paths.get(hyperedge.documentId)
    const number = this.#firstNumber + this.#paths.size
    if (!paths) return `${documentHeader(this.#mark, number, document, hyperedge.headingPath)}\n`
    if (paths.has(pathKey(candidate))) return ''
    return `${sectionHeader(this.#mark, number, document, hyperedge.headingPath)}\n`
  }

  blockOf(placement: Placement): Block {
    const { candidate } = placement
    const before = this.#neighbour(placement, -1)
    const after = this.#neighbour(placement, 1)
    const continuesPlaced = before !== undefined && isContinuedBy(before.candidate, candidate)
    return {
      text: renderBlock(placement, this.leadFor(placement), continuesPlaced),
      savesElsewhere: after !== undefined && isContinuedBy(candidate, after.candidate),
    }
  }

  #neighbour({ candidate }: RankedCandidate, distance: number): RankedCandidate | undefined {
    const { documentId, ordinal } = candidate.hyperedge
    return this.#units.get(`${documentId}:${ordinal + distance}`)
  }
}

/** Counts blocks alone and remembers the last count of each unit, whole and cut, for the pack's decisions. */
export class BlockCounter {
  readonly #counter: Counter
  readonly #wholeTokens = new Map<number, number>()
  readonly #excerptTokens = new Map<number, number>()

  constructor(counter: Counter) {
    this.#counter = counter
  }

  async count(placement: Placement, block: Block): Promise<number> {
    const tokens = await this.#counter.count(block.text)
    this.#ledger(placement.body.excerpt).set(placement.rank, tokens)
    return tokens
  }

  /** The last count of a unit's block, or undefined when it was never counted. */
  tokensOf(rank: number, excerpt: boolean): number | undefined {
    return this.#ledger(excerpt).get(rank)
  }

  #ledger(excerpt: boolean): Map<number, number> {
    return excerpt ? this.#excerptTokens : this.#wholeTokens
  }
}
