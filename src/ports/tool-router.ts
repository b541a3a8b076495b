/** What a router goes by. */
export interface ToolRouting {
  readonly query: string
  /** Texts of the newest messages, the oldest of them first. */
  readonly recentTexts: readonly string[]
  readonly tools: readonly { readonly name: string; readonly text: string }[]
}

/** Says which tools a request cannot need. Tools that the conversation has called, or that the request demands, are offered whatever it says. */
export interface ToolRouter {
  readonly identity: string
  /** @returns names of tools that can be left out. */
  ruleOut(routing: ToolRouting, options: { readonly signal: AbortSignal }): Promise<readonly string[]>
}
