/** What of a tool is written for those who choose among tools: name, description, names of parameters. */
export interface ToolWords {
  readonly text: string
  /** Without a description a tool is known to the model by its name, as those that a provider runs itself are: words do not rule it out. */
  readonly isDescribed: boolean
}

/** Reads the compact JSON of a tool (see `ToolDefinition`). Text that is none is all words. */
export function toolWords(name: string, text: string): ToolWords {
  const definition = parsed(text)
  if (definition === undefined) return { text: `${name} ${text}`, isDescribed: true }
  const { description, parameters } = definition
  const described = typeof description === 'string' ? description : ''
  return { text: [name, described, ...parameterNames(parameters)].join(' '), isDescribed: described !== '' }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keys of all `properties` of a JSON schema, those of nested ones included. */
function parameterNames(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(parameterNames)
  if (!isRecord(schema)) return []
  const own = isRecord(schema.properties) ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(parameterNames)]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
