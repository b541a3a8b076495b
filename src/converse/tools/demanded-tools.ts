import type { Conversation } from '../../domain/conversation.ts'

/** Tools that the request itself says must be there: by name, or all, where the model has to call one, whichever. */
export type DemandedTools = readonly string[] | 'all'

/** Words of the three dialects for: call a tool, whichever. */
const ANY: ReadonlySet<unknown> = new Set(['any', 'required'])
const NO_PREFERENCE: ReadonlySet<unknown> = new Set([undefined, null, 'auto', 'none'])

/** The tools that the choice of the request names (`tool_choice`, the AI SDK's `toolChoice`, `function_call` of old) and those that the conversation has called. */
export function demandedTools({ raw, messages }: Conversation): DemandedTools {
  const choice = chosenTools(raw.tool_choice ?? raw.toolChoice ?? raw.function_call)
  if (choice === 'all') return choice
  const called = messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      (part.kind === 'call' || part.kind === 'result') && part.tool !== null ? [part.tool] : [],
    ),
  )
  return [...new Set([...choice, ...called])]
}

function chosenTools(choice: unknown): DemandedTools {
  if (NO_PREFERENCE.has(choice)) return []
  if (typeof choice !== 'object' || choice === null) return ANY.has(choice) ? 'all' : []
  const { type, name, toolName, function: own, custom } = choice as Readonly<Record<string, unknown>>
  const names = [name, toolName, nameIn(own), nameIn(custom)].filter((named) => typeof named === 'string')
  // A choice of another kind, such as a list of allowed tools, may name any of them.
  return names.length > 0 || NO_PREFERENCE.has(type) ? names : 'all'
}

function nameIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
}
