import type { LaneName } from '../domain/candidate.ts'
import type { Metadata } from '../domain/document.ts'
import type { EventListener } from '../domain/events.ts'
import type { LedgerKind } from '../domain/ledger.ts'
import type { SessionState } from '../domain/session.ts'
import type { SelectionPolicy } from '../ports/selection-policy.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { CacheProfileChoice } from './effective-tokens.ts'

export interface OperationOptions {
  readonly onEvent?: EventListener
  readonly signal?: AbortSignal
}

/** Which documents a query may draw on. All given conditions must hold. */
export interface Filter {
  readonly collection?: string
  /** A uri, or a prefix that ends in `*`. */
  readonly uri?: string
  /** Each key must be present with an equal value (compared as JSON). */
  readonly metadata?: Metadata
}

export interface AddOptions extends OperationOptions {
  /** For documents that name no collection of their own. Default: `default`. */
  readonly collection?: string
  /**
   * How many worker threads read, describe and embed beside the calling one, which helps them while it has nothing to write; 0 leaves all to the calling thread. What
   * gets indexed is the same. Default: once more than 8 MB have to be prepared, one for each processor that the process may use but one, at most 4.
   */
  readonly workers?: number
}

export interface AddFilesOptions extends AddOptions {
  /** Decode files that are not UTF-8 or UTF-16 as Latin-1 instead of skipping them. Default: false. */
  readonly latin1?: boolean
  /**
   * Remove documents of earlier runs whose file, or record, under one of the paths is gone. A file that is there and skipped keeps its document, and nothing
   * is removed from a path under which something failed. Default: true.
   */
  readonly prune?: boolean
  /** Larger files, and larger records of a corpus, are skipped. Default: 64 MiB; at most 128 MiB, which is the largest text that is read at all. */
  readonly maxFileBytes?: number
}

export interface SearchOptions extends Pick<OperationOptions, 'signal'> {
  /** Default: 10. */
  readonly limit?: number
  readonly filter?: Filter
  /** Lanes that may be used; `lexical` or `dense` must be among them. Default: all. */
  readonly lanes?: readonly LaneName[]
}

export interface DocumentsOptions {
  readonly filter?: Filter
  /** Begin behind this document, whether or not it is still there. */
  readonly after?: { readonly collection: string; readonly uri: string }
  /** Most documents that are listed. Default: all. */
  readonly limit?: number
}

export interface ShowOptions {
  /** Where a uri is looked for. Default: `default`. */
  readonly collection?: string
  /** Widen the span to whole lines, and by this many further lines on either side. Default: the span alone. */
  readonly linesAround?: number
  /** Show at most this many bytes of the original, 4 or more; `rest` of the result names what is left out. Default: no limit. */
  readonly maxBytes?: number
}

export interface PackOptions extends Pick<OperationOptions, 'signal'> {
  /** The generation model's tokenizer, by name (`tiktoken:o200k_base`, `hf:/path/tokenizer.json`, `heuristic`) or as an object. */
  readonly tokenizer?: string | Tokenizer
  /** The generation model, by name; its tokenizer is looked up. Give either this or `tokenizer`. */
  readonly model?: string
  readonly filter?: Filter
  /** As for search. */
  readonly lanes?: readonly LaneName[]
  /** Printed first, verbatim. Default: none. */
  readonly preamble?: string
  /** Tokens of the budget that the caller keeps for its own text. Default: 0. */
  readonly reserveTokens?: number
  /** Uris or refs, of documents that pass the filter, that are packed first whatever the query. */
  readonly pin?: readonly string[]
  /** Use room that is left for further units and excerpts, or for `whole` units alone. Default: true. */
  readonly fill?: boolean | 'whole'
  /** Which candidates compete for the budget, and in which order. Default: all, in the order of the ranking, units of bare markup last. */
  readonly selection?: SelectionPolicy
  /** Default: `always`. `when-mismatched` skips the recount only if every stored cost came from the generation tokenizer. */
  readonly verify?: 'always' | 'when-mismatched'
  /** Most candidates considered. Default: grows with the budget, 100 to 2,000. */
  readonly limit?: number
  /** Print the query last. Default: false. */
  readonly appendQuery?: boolean
  /** Volatile text (a date, a request id) printed after everything else. */
  readonly stamp?: string
}

/** How a session packs. Options of `pack` given here hold for each of its calls, unless the call says otherwise. */
export interface SessionOptions extends Omit<PackOptions, 'signal'> {
  /** Goes on where a session, here or in another process, left off. */
  readonly state?: SessionState
  /** Tokens of the budget that go to the best units for each query, whatever was packed before. Default: half of what units may take, at least 768. */
  readonly freshTokens?: number
  /** How many more calls are expected after each, which decides whether giving up carried text pays. Default: as many as there have been. 0: it never pays. */
  readonly expectedCalls?: number
  /** What the provider's prompt cache costs: a profile's id or name, or a whole one. Default: `anthropic`. */
  readonly cacheProfile?: CacheProfileChoice
}

export interface SavingsOptions extends Pick<OperationOptions, 'signal'> {
  /** A day (`2026-11-30`, from its beginning in UTC) or a moment with its offset (`2026-11-30T10:00:00+01:00`). Default: the first entry. */
  readonly since?: string
  /** As `since`; the moment itself is left out. Default: now and later. */
  readonly until?: string
  readonly kind?: LedgerKind
  /** Identity of the tokenizer that counted. */
  readonly tokenizer?: string
}

export interface VerifyOptions extends OperationOptions {
  /** Most faults that the report names; it counts all. Default: 100. */
  readonly limit?: number
}
