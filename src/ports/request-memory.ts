/** Something that was decided about a beginning of a conversation and must not be decided again. */
export interface RequestMemoryRecord {
  /** Hash of the beginning of the conversation and of what the decision depends on besides; 64 hex digits. */
  readonly key: string
  readonly recordedAtMs: number
  /** What JSON keeps of it. Those who read check it. */
  readonly data: unknown
}

/** What was sent of conversations, by their beginnings. No content: the generation of a store stays. */
export interface RequestMemory {
  /** @returns for the first of these keys that there is a record of, in the order given, that record. */
  recallRequest(keys: readonly string[]): Promise<RequestMemoryRecord | undefined>
  /** The first record of a key stays. @returns the record that is there now. */
  rememberRequest(record: RequestMemoryRecord): Promise<RequestMemoryRecord>
}
