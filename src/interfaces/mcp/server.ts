import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CallToolResult, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { CallError, describeFailure, failureOf, isExpected } from './failure.ts'
import type { Generation } from './generation.ts'
import { LIMITS } from './limits.ts'
import { listResources, RESOURCE_TEMPLATE, readResource } from './resources.ts'
import type { ServedIndex } from './served-index.ts'
import { listedTool, type Tool, type ToolAnswer, type ToolContext } from './tool.ts'
import { TOOLS } from './tools.ts'

/** What every connection of a process shares. */
export interface ServerParts {
  readonly index: ServedIndex
  readonly generation: Generation
  /** Leaves out the tools that write. */
  readonly readOnly: boolean
  readonly version: string
  /** Hears of defects, with their stacks. */
  readonly onDefect: (error: unknown) => void
}

const INSTRUCTIONS =
  'Answers come from the documents of one index. To answer a question, call pack with a budget; to look around, search and then fetch. Every ref leads back to the stored original.'

/**
 * A server for one connection. It is cheap: the index is opened, and the engine loaded, by the first call that needs them.
 *
 * A call of a tool that does not exist is an error of the protocol. Whatever else goes wrong with a call is its result, so that a model can read what to do.
 */
export function createServer(parts: ServerParts): McpServer {
  const tools = TOOLS.filter((tool) => !(parts.readOnly && tool.writes))
  const listed = tools.map(listedTool)
  const mcp = new McpServer(
    { name: 'packgraph', version: parts.version },
    {
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      instructions: INSTRUCTIONS,
    },
  )
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw unknownTool(params.name, tools)
    return call(tool, params.arguments, { ...parts, signal: mcpReq.signal }, parts.onDefect)
  })
  server.setRequestHandler('resources/list', ({ params }) => listResources(parts.index, params?.cursor))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [RESOURCE_TEMPLATE] }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(parts.index, params.uri))
  return mcp
}

async function call(
  tool: Tool,
  parameters: unknown,
  context: ToolContext,
  onDefect: (error: unknown) => void,
): Promise<CallToolResult> {
  // Lets a cancellation that has arrived be heard before the work begins, which may not pause.
  await nextTurn()
  try {
    context.signal.throwIfAborted()
    return resultOf(tool, await tool.run(parameters, context))
  } catch (error) {
    if (!isExpected(error) && !context.signal.aborted) onDefect(error)
    const failure = failureOf(error)
    return {
      content: [{ type: 'text', text: describeFailure(failure) }],
      structuredContent: { error: failure },
      isError: true,
    }
  }
}

function resultOf(tool: Tool, { text, note, structured }: ToolAnswer): CallToolResult {
  const main = text ?? JSON.stringify(structured)
  const sizeBytes = Buffer.byteLength(main)
  if (sizeBytes > LIMITS.answerBytes) {
    throw new CallError(
      'INVALID_OPTION',
      `the answer of ${tool.name} has ${sizeBytes} bytes, and the limit is ${LIMITS.answerBytes}`,
      'Ask for less: a smaller budget or limit.',
    )
  }
  const texts = [main, note ?? ''].filter((part) => part !== '')
  return {
    content: texts.map((part) => ({ type: 'text', text: part })),
    structuredContent: { ...structured },
  }
}

function unknownTool(name: string, tools: readonly Tool[]): ProtocolError {
  const known = tools.map((tool) => tool.name).join(', ')
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool “${name}”; there are ${known}`)
}
