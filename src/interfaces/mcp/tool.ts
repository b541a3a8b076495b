import { z } from 'zod'
import { CallError } from './failure.ts'
import type { Generation } from './generation.ts'
import { LIMITS } from './limits.ts'
import type { ServedIndex } from './served-index.ts'

/** What a running tool may use. */
export interface ToolContext {
  readonly index: ServedIndex
  /** The model or tokenizer that the server was started with, if any. */
  readonly generation: Generation
  /** Whether nothing may be written. */
  readonly readOnly: boolean
  readonly signal: AbortSignal
}

/** The same answer twice: for clients that read text, and for those that read values. */
export interface ToolAnswer {
  /** Default: the values as JSON. */
  readonly text?: string
  /** What a reader of the text alone would miss. */
  readonly note?: string
  readonly structured: Readonly<Record<string, unknown>>
}

/** A tool as the server runs it: its arguments are checked by then. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** Tools that write are not offered by a server that was started to read only. */
  readonly writes: boolean
  readonly input: z.ZodObject
  run(parameters: unknown, context: ToolContext): Promise<ToolAnswer>
}

/** A tool as it is written: its arguments have the type of its schema. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string
  /** For a model that has to decide which tool to call. */
  readonly description: string
  readonly writes?: true
  /** A strict object. Every word in it is read by a model at every turn; the tests hold all tools together to 1,500 tokens. */
  readonly input: Input
  run(parameters: z.output<Input>, context: ToolContext): Promise<ToolAnswer>
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, description, writes = false, input, run } = definition
  return {
    name,
    description,
    writes,
    input,
    run: async (parameters, context) => run(checkArguments(name, input, parameters), context),
  }
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: false
    readonly openWorldHint: false
  }
}

export function listedTool({ name, description, writes, input }: Tool): ListedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return {
    name,
    description,
    inputSchema: { ...schema, type: 'object' },
    annotations: writes
      ? { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
      : { readOnlyHint: true, openWorldHint: false },
  }
}

/** @throws CallError `INVALID_OPTION`: the first thing that is wrong with the arguments, and what is known. */
function checkArguments<Input extends z.ZodObject>(tool: string, input: Input, parameters: unknown): z.output<Input> {
  for (const [name, value] of Object.entries(parameters ?? {})) checkSize(tool, name, value)
  const result = input.safeParse(parameters ?? {})
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const known = `The arguments of ${tool} are ${Object.keys(input.shape).join(', ') || 'none'}.`
  if (issue.code === 'unrecognized_keys') {
    throw new CallError('INVALID_OPTION', `${tool} has no argument “${issue.keys[0]}”`, known)
  }
  throw new CallError('INVALID_OPTION', `${tool}: ${issue.path.join('.') || 'arguments'}: ${issue.message}`, known)
}

function checkSize(tool: string, name: string, value: unknown): void {
  if (typeof value !== 'string') return
  const sizeBytes = Buffer.byteLength(value)
  if (sizeBytes <= LIMITS.argumentBytes) return
  throw new CallError(
    'INVALID_OPTION',
    `${tool}: ${name} has ${sizeBytes} bytes, and at most ${LIMITS.argumentBytes} are taken`,
    'Call the tool on parts of it.',
  )
}
