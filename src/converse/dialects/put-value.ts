import type { JsonPath } from '../../domain/conversation.ts'
import { isRecord } from './request-shape.ts'

/**
 * A copy of the value in which another one stands at the path. What lies beside the path is the same objects; nothing given is changed. The path leads through
 * what is there, but for its last key.
 */
export function putValue(target: unknown, path: JsonPath, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(target)) return target.with(Number(key), putValue(target[Number(key)], rest, value))
  if (!isRecord(target)) throw new TypeError(`the path leads nowhere: ${path.join('.')}`)
  return { ...target, [key]: putValue(target[key], rest, value) }
}

/** What stands at the path. */
export function valueAt(target: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], target)
}
