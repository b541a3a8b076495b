import { PackgraphError } from '../domain/errors.ts'
import { type Fault, faultAt } from '../domain/fault.ts'
import { costOf } from '../indexing/draft-hyperedges.ts'
import type { DocumentRow, StoredHyperedge } from '../ports/store.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { EngineParts } from './parts.ts'

/** Counts stored costs again, each with the tokenizer that it names. */
export class CostVerifier {
  private readonly parts: EngineParts
  private readonly tokenizers = new Map<string, Tokenizer | undefined>()
  private readonly reasons = new Map<string, string>()

  constructor(parts: EngineParts) {
    this.parts = parts
  }

  async check(
    { collection, uri }: DocumentRow,
    hyperedges: readonly StoredHyperedge[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Fault[]> {
    const faults: Fault[] = []
    for (const hyperedge of hyperedges) {
      const { id: hyperedgeId, ordinal, tokenCost } = hyperedge
      const tokenizer = await this.tokenizerOf(tokenCost.tokenizer)
      if (tokenizer === undefined) continue
      const { tokens } = await costOf(hyperedge, tokenizer, signal)
      if (tokens === tokenCost.tokens) continue
      const problem = `${tokenCost.tokenizer} counts ${tokens} tokens, and ${tokenCost.tokens} are stored`
      faults.push(faultAt('cost', { collection, uri, hyperedgeId, ordinal }, problem))
    }
    return faults
  }

  /** Why costs of some tokenizers were not counted. */
  unchecked(): readonly string[] {
    return Array.from(this.reasons, ([identity, reason]) => `the costs that ${identity} counted: ${reason}`)
  }

  private async tokenizerOf(identity: string): Promise<Tokenizer | undefined> {
    // The store has named a cost without a tokenizer.
    if (identity === '') return undefined
    if (!this.tokenizers.has(identity)) this.tokenizers.set(identity, await this.find(identity))
    return this.tokenizers.get(identity)
  }

  private async find(identity: string): Promise<Tokenizer | undefined> {
    try {
      const opened = this.parts.tokenizer
      const tokenizer = opened.identity === identity ? opened : await this.parts.resolveTokenizer(identity)
      if (tokenizer.exactness === 'remote') this.reasons.set(identity, 'it is a service')
      else if (tokenizer.identity !== identity)
        this.reasons.set(identity, `its name now stands for ${tokenizer.identity}`)
      else return tokenizer
    } catch (error) {
      if (!(error instanceof PackgraphError)) throw error
      this.reasons.set(identity, 'it is not at hand; open the index with it')
    }
    return undefined
  }
}
