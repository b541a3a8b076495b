/** Tools that belong together: all of them are offered, or none. */
export interface ToolGroup {
  readonly tools: readonly string[]
  /** What speaks of the group, in any form of the word. Empty: the words of its tools do. */
  readonly words: readonly string[]
}

/** What a policy says of tools. */
export interface ToolPolicy {
  /** Which router says what a request cannot need; `none`: every tool is offered. */
  readonly router: 'none' | 'lexical'
  /** Names of tools that are offered whatever is asked. */
  readonly always: readonly string[]
  /** By name. A tool in none is judged by itself. */
  readonly groups: Readonly<Record<string, ToolGroup>>
}

/** What a policy says of documents. */
export interface DocumentPolicy {
  /** Names of tags around a document, besides `document`, `doc`, `passage` and `search_result`. */
  readonly tags: readonly string[]
  /** Documents whose score is below this share of the best one's may be left out whole, 0 to 1. */
  readonly relevanceFloor: number
}
