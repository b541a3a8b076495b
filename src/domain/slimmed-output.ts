/** What was done to a tool's output. */
export type SlimRoute =
  /** Nothing: it is as it came. */
  | 'pass'
  /** It came before in the session, and a note says so. */
  | 'duplicate'
  /** Lossless: JSON without blanks, TOON, or tables that `expandTable` reads, made of JSON or of a table drawn in text. */
  | 'compact-json'
  | 'toon'
  | 'json-table'
  | 'text-table'
  /** Rows of a table: the first, the last, some between. */
  | 'table-rows'
  /** Head, tail, failures and one line of each form. */
  | 'log'

/** Why an output passed as it came. */
export type PassReason =
  /** Smaller than outputs that are slimmed. */
  | 'small'
  /** Of a tool whose output somebody asked for line by line. */
  | 'untouched-tool'
  /** Bytes that are no UTF-8 text. */
  | 'not-text'
  /** A diff, a patch, source code, a listing of a file; or JSON that no lossless form shortens enough. */
  | 'never-sampled'
  /** What would replace it saves too little, in bytes or in tokens. */
  | 'no-gain'
  /** The original could not be stored. */
  | 'not-stored'

/** A tool's output, slimmed or as it came. */
export interface SlimmedOutput {
  /** What the model is to be given. */
  readonly text: string
  readonly route: SlimRoute
  /** Whether the text holds all that the output held. */
  readonly lossless: boolean
  /** Whether `text` is another than the output. */
  readonly adopted: boolean
  /** Present where nothing was adopted. */
  readonly reason?: PassReason
  /** Names the stored original to `expand`; null where nothing was stored. */
  readonly id: string | null
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly tokenizer: string
  /** In words, as the notice says it: `nothing`, or what is not in `text`. */
  readonly omitted: string
  /** Lines of the output that are not in `text`, ascending, numbered from 1. */
  readonly omittedLines: readonly { readonly first: number; readonly last: number }[]
  /** Secrets that were taken out of the text and of what is stored. */
  readonly redacted: readonly { readonly kind: string; readonly count: number }[]
}
