import type { ToolDefinition } from '../../domain/conversation.ts'
import { jsonText } from '../json-text.ts'
import { isRecord, type JsonRecord, listAt, type Place, recordAt, stringAt, within } from './request-shape.ts'

/** Functions of a chat completion, under the present key and the one of old. @throws PackgraphError `INPUT` where one is no tool. */
export function readOpenAiTools(request: JsonRecord, place: Place): readonly ToolDefinition[] {
  const tools = entries(request.tools, within(place, 'tools')).map(([raw, at]) => {
    const type = raw.type === 'custom' ? 'custom' : 'function'
    // Tools that a server runs itself have no function in them.
    if (raw.type !== type) return { name: String(raw.name ?? raw.type), raw, text: jsonText(raw), isCounted: true }
    const { name, description, parameters, format } = recordAt(raw[type], within(at, type))
    return tool(stringAt(name, within(at, type, 'name')), raw, { description, parameters, format })
  })
  const functions = entries(request.functions, within(place, 'functions')).map(([raw, at]) => {
    const { name, description, parameters } = raw
    return tool(stringAt(name, within(at, 'name')), raw, { description, parameters })
  })
  return [...tools, ...functions]
}

/** Tools of the caller, and those that the provider runs, which have a type instead of a schema. @throws PackgraphError `INPUT` where one is no tool. */
export function readAnthropicTools(request: JsonRecord, place: Place): readonly ToolDefinition[] {
  return entries(request.tools, within(place, 'tools')).map(([raw, at]) => {
    const { name, description, input_schema: parameters, cache_control: _, ...options } = raw
    if (parameters !== undefined) return tool(stringAt(name, within(at, 'name')), raw, { description, parameters })
    const named = String(name ?? raw.mcp_server_name ?? raw.type)
    return tool(named, raw, { description, ...options })
  })
}

/** The AI SDK's record of tools. Their schemas may be objects of a library, whose JSON is taken where they show it. */
export function readAiSdkTools(request: JsonRecord, place: Place): readonly ToolDefinition[] {
  if (request.tools === undefined || request.tools === null) return []
  return Object.entries(recordAt(request.tools, within(place, 'tools'))).map(([name, raw]) => {
    const { description, inputSchema, args } = recordAt(raw, within(place, 'tools', name))
    const parameters = jsonSchemaOf(inputSchema)
    const isCounted = inputSchema === undefined || parameters !== undefined
    return { ...tool(name, raw, { description, parameters, args }), isCounted }
  })
}

function entries(tools: unknown, place: Place): readonly (readonly [JsonRecord, Place])[] {
  if (tools === undefined || tools === null) return []
  return listAt(tools, place).map((item, index) => {
    const at = within(place, index)
    return [recordAt(item, at), at] as const
  })
}

function tool(name: string, raw: unknown, described: JsonRecord): ToolDefinition {
  return { name, raw, text: jsonText({ name, ...described }), isCounted: true }
}

/**
 * The JSON schema behind what the AI SDK takes for one: `jsonSchema(…)` has it as a field, Standard JSON Schema (zod from 4.2, and others) gives it when asked,
 * and it may be plain already. `undefined` for all else: a schema that comes later, and libraries that need another one to say it.
 */
function jsonSchemaOf(schema: unknown): JsonRecord | undefined {
  if (!isRecord(schema)) return undefined
  const { jsonSchema } = schema
  if (isRecord(jsonSchema)) return typeof jsonSchema.then === 'function' ? undefined : jsonSchema
  const standard = schema['~standard']
  if (standard === undefined) return typeof schema.type === 'string' ? schema : undefined
  const converter = isRecord(standard) ? standard.jsonSchema : undefined
  if (!isRecord(converter) || typeof converter.input !== 'function') return undefined
  try {
    const converted: unknown = converter.input({ target: 'draft-07' })
    return isRecord(converted) ? converted : undefined
  } catch {
    return undefined
  }
}
