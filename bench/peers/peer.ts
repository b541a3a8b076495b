/** One unit of the corpus that every store is given: its text and its vector, of unit length. */
export interface PeerRecord {
  readonly id: string
  readonly text: string
  readonly vector: readonly number[]
}

export interface PeerQuestion {
  readonly text: string
  readonly vector: readonly number[]
}

/** A store that is open for questions. Both answer with ids, best first. */
export interface OpenPeer {
  nearest(question: PeerQuestion, limit: number): Promise<readonly string[]>
  /** By words and vector together; absent where the store has no such search. */
  hybrid?(question: PeerQuestion, limit: number): Promise<readonly string[]>
}

/** A store as the benchmark drives it. */
export interface Peer {
  /** Indexes all records and leaves them in the folder, as far as the store keeps anything. */
  build(records: readonly PeerRecord[], folder: string): Promise<void>
  /** Opens what {@link build} left, in another process. A store in memory makes it again from `records`, which others do not call. */
  open(folder: string, records: () => readonly PeerRecord[]): Promise<OpenPeer>
}
