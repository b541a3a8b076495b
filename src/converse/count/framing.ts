import type { Dialect } from '../../domain/conversation.ts'

/** Tokens that a provider puts around what a request says. */
export interface Framing {
  /** Once: what opens the answer. */
  readonly perRequest: number
  /** Once where tools are offered: the instruction on how to call them. */
  readonly perRequestWithTools: number
  /** The role and the marks around a message. */
  readonly perMessage: number
  /** The field `name` of a message, besides its own tokens. */
  readonly perName: number
  /** A call and a result: id, names of fields, marks. */
  readonly perCall: number
  readonly perResult: number
  readonly perTool: number
}

/**
 * As of 2026-11. OpenAI publishes what stands around messages (its cookbook, "How to count tokens with tiktoken": three tokens and the role for a message, one for a name,
 * three for the answer), and around functions for its models before the present ones (7 a function, 12 for the list of them). Anthropic publishes the tokens of its instruction
 * on tools (346 where the model chooses whether to call, for Claude 4; 313 where it has to); what stands around its messages is not published, and taken to be as
 * much as OpenAI's. Calls and results have a bit more than messages: an id, which is counted as what it mostly is, a dozen tokens. Which provider the AI SDK will ask is
 * not known here, so the larger figure of each is taken.
 */
export const FRAMING: Readonly<Record<Dialect, Framing>> = {
  openai: {
    perRequest: 3,
    perRequestWithTools: 12,
    perMessage: 4,
    perName: 1,
    perCall: 12,
    perResult: 12,
    perTool: 7,
  },
  anthropic: {
    perRequest: 3,
    perRequestWithTools: 346,
    perMessage: 4,
    perName: 0,
    perCall: 12,
    perResult: 12,
    perTool: 7,
  },
  'ai-sdk': {
    perRequest: 3,
    perRequestWithTools: 346,
    perMessage: 4,
    perName: 1,
    perCall: 12,
    perResult: 12,
    perTool: 7,
  },
}
