import type { RequestPolicy } from '../../index.ts'
import { readText } from './input.ts'
import { wholeNumber } from './options.ts'
import { UsageError } from './report-error.ts'
import type { Session } from './session.ts'

/** How presets and tiers are called; a file has a dot or a slash in its name. */
const NAME = /^[A-Za-z][\w-]*$/

/** A number of tokens, or the name of a tier. */
export function budgetOrTier(text: string): number | string {
  return NAME.test(text) ? text : wholeNumber('The budget', 1)(text)
}

/**
 * The policy of a command: a file's or a preset's, with the command's own budget where it gives one.
 * @throws UsageError when nothing gives a budget, or the file is no JSON object.
 */
export async function readPolicy(
  { policy, budget }: { readonly policy?: string; readonly budget?: number | string },
  session: Session,
): Promise<RequestPolicy> {
  const given =
    policy === undefined ? {} : NAME.test(policy) ? { preset: policy } : await readPolicyFile(policy, session)
  const whole = budget === undefined ? given : { ...given, budget }
  if (!hasBudget(whole))
    throw new UsageError('--budget is required where the policy has none', 'The options are listed by --help.')
  return whole
}

async function readPolicyFile(path: string, session: Session): Promise<object> {
  const value = parseJson(await readText(session, path))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError(`the policy ${path} is not a JSON object`, 'Write for instance {"budget": 12000}.')
}

/** What the policy holds besides is for the library to check. */
function hasBudget(policy: object): policy is RequestPolicy {
  return 'budget' in policy
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
