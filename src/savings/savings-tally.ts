import type { LedgerEntry, SavingsEntry } from '../domain/ledger.ts'
import type { SavedTokens, SavingsKind, SavingsSummary, TokenizerSavings } from '../domain/savings.ts'
import { countedTokens } from './avoided-tokens.ts'
import { ConversationTally, ShadowTally } from './conversation-tally.ts'
import { byName, getOrMake } from './get-or-make.ts'
import { UsageTally } from './usage-tally.ts'

/**
 * Adds up entries of a ledger, those of texts and those of requests apart. Of texts, the result does not depend on their order, but for phases of one kind: those come as they
 * were first met. Requests have to come in the order in which they were made.
 */
export class SavingsTally {
  readonly #tokenizers = new Map<string, TokenizerTally>()
  readonly #usage = new UsageTally()
  readonly #conversations = new ConversationTally()
  readonly #shadow = new ShadowTally()
  #entries = 0
  #unreadable = 0

  add(entry: LedgerEntry): void {
    if (entry.kind === 'request') this.#usage.add(entry)
    else if (entry.kind === 'conversation') this.#conversations.add(entry)
    else if (entry.kind === 'shadow') this.#shadow.add(entry)
    else {
      this.#entries += 1
      getOrMake(this.#tokenizers, entry.tokenizer, () => new TokenizerTally()).add(entry)
    }
  }

  addUnreadable(): void {
    this.#unreadable += 1
  }

  summary(): SavingsSummary {
    const tokenizers = byName(this.#tokenizers).map(([tokenizer, tally]) => ({ tokenizer, ...tally.totals() }))
    return {
      entries: this.#entries,
      unreadable: this.#unreadable,
      tokenizers,
      usage: this.#usage.summary(),
      conversations: this.#conversations.summary(),
      shadow: this.#shadow.summary(),
    }
  }
}

/** The entries that one tokenizer counted. */
class TokenizerTally {
  readonly #whole = new Sum()
  readonly #kinds = new Map<SavingsKind, Sum>()
  readonly #days = new Map<string, Sum>()
  /** Kind to phase to tokens. */
  readonly #phases = new Map<SavingsKind, Map<string, number>>()

  add(entry: SavingsEntry): void {
    const { kind, rawTokens, phases } = entry
    const leftTokens = countedTokens(entry)
    const day = new Date(entry.atMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    for (const sum of [this.#whole, sumOf(this.#kinds, kind), sumOf(this.#days, day)]) sum.add(rawTokens, leftTokens)
    const saved = getOrMake(this.#phases, kind, () => new Map<string, number>())
    let before = rawTokens
    for (const { phase, tokens } of phases) {
      saved.set(phase, (saved.get(phase) ?? 0) + before - tokens)
      before = tokens
    }
  }

  totals(): Omit<TokenizerSavings, 'tokenizer'> {
    return {
      ...this.#whole.total(),
      kinds: byName(this.#kinds).map(([kind, sum]) => ({ kind, ...sum.total() })),
      phases: byName(this.#phases).flatMap(([kind, phases]) =>
        Array.from(phases, ([phase, savedTokens]) => ({ kind, phase, savedTokens })),
      ),
      days: byName(this.#days).map(([day, sum]) => ({ day, ...sum.total() })),
    }
  }
}

class Sum {
  #entries = 0
  #rawTokens = 0
  #countedTokens = 0

  add(rawTokens: number, countedTokens: number): void {
    this.#entries += 1
    this.#rawTokens += rawTokens
    this.#countedTokens += countedTokens
  }

  total(): SavedTokens {
    const [rawTokens, countedTokens] = [this.#rawTokens, this.#countedTokens]
    return { entries: this.#entries, rawTokens, countedTokens, savedTokens: rawTokens - countedTokens }
  }
}

function sumOf<Key>(sums: Map<Key, Sum>, key: Key): Sum {
  return getOrMake(sums, key, () => new Sum())
}
