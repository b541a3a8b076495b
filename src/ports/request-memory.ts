/** What was decided about the beginning of a conversation and must not be decided again. */
export interface RequestMemoryRecord {
  /** Hash of the beginning of the conversation and of what the decision depends on besides; 64 hex digits. */
  readonly key: string
  /** The record that this one goes on from; null for the first of a conversation. */
  readonly previousKey: string | null
  /** How many decisions led to it. One that goes on from a record has a greater revision. */
  readonly revision: number
  readonly recordedAtMs: number
  /** Archived originals that the data leads to. */
  readonly originalIds: readonly string[]
  /** What JSON keeps of it. Those who read check it. */
  readonly data: unknown
}

/** So many records that one goes on from are kept, so that a conversation that is edited or answered anew finds the beginning that it has in common with what was sent. */
export const MOST_ANCESTORS = 7

/** What all records may come to, as JSON. Beyond it, those that were recorded first are forgotten. */
export const MOST_MEMORY_BYTES: number = 32 * 1_048_576

/**
 * What was sent of conversations, by their beginnings. No content: the generation of a store stays. A record that is forgotten costs a request its likeness to the one before, and
 * nothing else: whatever it leads to stays archived.
 */
export interface RequestMemory {
  /** @returns for the first of these keys that there is a record of, in the order given, that record. */
  recallRequest(keys: readonly string[]): Promise<RequestMemoryRecord | undefined>
  /**
   * Of records with one key, that of the greatest revision stays, and of these the first: so of two processes that decide at once, both go on with the same decision. What the record
   * makes superfluous (`MOST_ANCESTORS`, `MOST_MEMORY_BYTES`) is forgotten; never the record itself.
   * @returns the record that is there now.
   */
  rememberRequest(record: RequestMemoryRecord): Promise<RequestMemoryRecord>
}
