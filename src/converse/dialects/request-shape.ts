import type { Dialect, JsonPath } from '../../domain/conversation.ts'
import { PackgraphError } from '../../domain/errors.ts'

/** Where in a request one is, so that an error can say it. */
export interface Place {
  readonly dialect: Dialect
  readonly path: JsonPath
}

export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether it is an object with keys of its own: no list, and no instance of a class that merely looks like one, such as a URL or bytes. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}

export function within(place: Place, ...keys: JsonPath): Place {
  return { dialect: place.dialect, path: [...place.path, ...keys] }
}

/** @throws PackgraphError `INPUT` unless it is an object. */
export function recordAt(value: unknown, place: Place): JsonRecord {
  if (isRecord(value)) return value
  throw notARequest(place, 'an object', value)
}

/** @throws PackgraphError `INPUT` unless it is a list. */
export function listAt(value: unknown, place: Place): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw notARequest(place, 'a list', value)
}

/** @throws PackgraphError `INPUT` unless it is a string. */
export function stringAt(value: unknown, place: Place): string {
  if (typeof value === 'string') return value
  throw notARequest(place, 'a string', value)
}

const BODIES: Readonly<Record<Dialect, string>> = {
  openai: 'the body of a chat completion: {model, messages, tools?}',
  anthropic: 'the body of a message: {model, system?, messages, tools?}',
  'ai-sdk': 'what generateText takes: {system?, messages, tools?}',
}

/** The error for what does not have the shape of a request in its dialect. */
export function notARequest(place: Place, expected: string, actual: unknown): PackgraphError {
  const { dialect } = place
  const path = formatPath(place.path)
  return new PackgraphError(
    'INPUT',
    `${path === '' ? 'the request' : path} must be ${expected}; it is ${describe(actual)}`,
    {
      facts: { dialect, path },
      hint: `The dialect is ${dialect}: pass ${BODIES[dialect]}, or name the dialect that the request is in.`,
    },
  )
}

/** `messages[2].content[0].text` */
function formatPath(path: JsonPath): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('')
}

const LONGEST_QUOTE = 40

function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST_QUOTE))
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value).slice(0, LONGEST_QUOTE)}`
}
