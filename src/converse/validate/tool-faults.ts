import type { Conversation, ToolDefinition } from '../../domain/conversation.ts'
import { canonicalJson } from '../canonical-json.ts'
import { isRecord } from '../dialects/request-shape.ts'
import { withoutMark } from '../dialects/without-marks.ts'
import { isJson } from './text-faults.ts'

/**
 * Whether each tool that is offered is one that was given, schema and all, in the order in which they were given; whether a tool that has to be called is offered; and whether Anthropic,
 * which refuses calls in the messages where no tool is offered, has any left.
 */
export function toolFaults(source: Conversation, written: Conversation): readonly string[] {
  const faults: string[] = []
  let next = 0
  for (const tool of written.tools) {
    const index = source.tools.findIndex((given, position) => position >= next && isSame(given, tool))
    if (index === -1) faults.push(`the tool ${tool.name} is not as it was given, or not in its place`)
    else next = index + 1
    if (!isJson(tool.text)) faults.push(`the schema of ${tool.name} is no JSON`)
  }
  const forced = forcedTool(written)
  if (forced !== undefined && forcedTool(source) === forced && !has(written, forced) && has(source, forced)) {
    faults.push(`${forced} has to be called and is not offered`)
  }
  const calls = written.messages.some(({ parts }) => parts.some(({ kind }) => kind === 'call'))
  if (written.dialect === 'anthropic' && calls && written.tools.length === 0 && source.tools.length > 0) {
    faults.push('there are calls, and no tool is offered')
  }
  return faults
}

function has({ tools }: Conversation, name: string): boolean {
  return tools.some((tool) => tool.name === name)
}

function isSame(given: ToolDefinition, tool: ToolDefinition): boolean {
  if (given.raw === tool.raw) return true
  if (given.name !== tool.name || given.text !== tool.text) return false
  // What stands in a record of the AI SDK may be functions and objects of libraries, which are not compared by what they hold.
  return !isRecord(given.raw) || !isRecord(tool.raw) || !given.isCounted || isSamePlain(given.raw, tool.raw)
}

function isSamePlain(given: Readonly<Record<string, unknown>>, tool: Readonly<Record<string, unknown>>): boolean {
  if (Object.values(given).some((value) => typeof value === 'function')) return true
  return canonicalJson(withoutMark(given)) === canonicalJson(withoutMark(tool))
}

/** The tool that the request's choice names, in the words of each dialect. */
function forcedTool({ raw }: Conversation): string | undefined {
  const choice = [raw.tool_choice, raw.toolChoice, raw.function_call].find(isRecord)
  if (choice === undefined) return undefined
  const held = [choice.function, choice.custom].find(isRecord) ?? choice
  const name = held.name ?? held.toolName
  return typeof name === 'string' ? name : undefined
}
