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
 * As of 2026-11. OpenAI publishes what stands around messages (its cookbook on counting with tiktoken: three tokens and the role for a message, one for a name, three to open the answer) and
 * around functions (7 for each, 12 for all of them together). Anthropic publishes the tokens of its instruction on tools, which differ by model and by whether the
 * model has to call: 264 to 804, of which the most is taken, since a budget has to hold for each. What stands around its messages is not published, and taken to be as much as
 * OpenAI's. A call or result has, besides, an id, which mostly is a dozen tokens. Which provider the AI SDK will ask is not known here, so the larger figure of each is taken.
 * Source: https://github.com/openai/openai-cookbook, How_to_count_tokens_with_tiktoken; https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.
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
    perRequestWithTools: 804,
    perMessage: 4,
    perName: 0,
    perCall: 12,
    perResult: 12,
    perTool: 7,
  },
  'ai-sdk': {
    perRequest: 3,
    perRequestWithTools: 804,
    perMessage: 4,
    perName: 1,
    perCall: 12,
    perResult: 12,
    perTool: 7,
  },
}
