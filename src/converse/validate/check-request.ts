import type { RequestCheck } from '../../domain/compressed-request.ts'
import type { Conversation } from '../../domain/conversation.ts'
import { PackgraphError } from '../../domain/errors.ts'
import type { RequestCounter } from '../count/request-counter.ts'
import { readConversation } from '../dialects/read-conversation.ts'
import { instructionFaults } from './instruction-faults.ts'
import { keywordFaults } from './keyword-faults.ts'
import { pairFaults } from './pair-faults.ts'
import { roleFaults } from './role-faults.ts'
import { structureFaults } from './structure-faults.ts'
import { toolFaults } from './tool-faults.ts'

/** What a request that is written has to be measured by, besides the one that was given. */
export interface CheckFacts {
  readonly budgetTokens: number
  readonly counter: RequestCounter
  /** Have to be there, wherever they were. */
  readonly keywords: readonly string[]
  /** The question, which has to be there word for word, and whose own words are no evidence of anything; null where nobody asks. */
  readonly query: string | null
}

/**
 * Looks at a request as at any other, with nothing in hand but the one that was given: it is read again, compared and counted. What the given request broke itself is no fault:
 * providers are more patient than their rules, and callers know theirs. Checks come in the order of {@link RequestCheck}'s names, each of them once; those that need a request
 * are failed by what is none. Deterministic; linear, but for the count.
 */
export async function checkRequest(
  source: Conversation,
  written: unknown,
  facts: CheckFacts,
): Promise<readonly RequestCheck[]> {
  const { counter, budgetTokens, keywords, query } = facts
  const read = readAgain(written, source)
  if (typeof read === 'string') return NAMES.map((name) => check(name, [read]))
  const tokens = await counter.conversation(read)
  return [
    check('instructions', instructionFaults(source, read)),
    check('tools', toolFaults(source, read)),
    check('structure', structureFaults(source, read)),
    check('keywords', keywordFaults(source, read, keywords, query)),
    check('pairs', pairFaults(source, read)),
    check('roles', roleFaults(source, read)),
    check('budget', tokens <= budgetTokens ? [] : [`${tokens} tokens are above the budget of ${budgetTokens}`]),
  ]
}

const NAMES = ['instructions', 'tools', 'structure', 'keywords', 'pairs', 'roles', 'budget'] as const

function readAgain(written: unknown, { dialect }: Conversation): Conversation | string {
  try {
    return readConversation(written, dialect)
  } catch (error) {
    if (error instanceof PackgraphError) return error.message
    throw error
  }
}

/** Faults that are told; the rest are as many more. */
const MOST_TOLD = 3

function check(name: RequestCheck['name'], faults: readonly string[]): RequestCheck {
  const more = faults.length - MOST_TOLD
  const detail = [...faults.slice(0, MOST_TOLD), ...(more > 0 ? [`${more} more`] : [])].join('; ')
  return { name, passed: faults.length === 0, detail }
}
