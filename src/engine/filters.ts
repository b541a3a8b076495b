import { isDeepStrictEqual } from 'node:util'
import type { DocumentDescription } from '../domain/document.ts'
import type { Filter } from './call-options.ts'

/** Turns a filter into a test on documents; undefined when everything passes. */
export function documentTest(filter: Filter | undefined): ((document: DocumentDescription) => boolean) | undefined {
  if (!filter) return undefined
  const tests: ((document: DocumentDescription) => boolean)[] = []
  const { collection, uri, metadata } = filter
  if (collection !== undefined) tests.push((document) => document.collection === collection)
  if (uri !== undefined) tests.push((document) => matchesUri(document.uri, uri))
  for (const [key, given] of Object.entries(metadata ?? {})) {
    const value = asStored(given)
    tests.push(({ metadata: own }) => Object.hasOwn(own, key) && isDeepStrictEqual(own[key], value))
  }
  return tests.length === 0 ? undefined : (document) => tests.every((test) => test(document))
}

function matchesUri(uri: string, pattern: string): boolean {
  return pattern.endsWith('*') ? uri.startsWith(pattern.slice(0, -1)) : uri === pattern
}

/** Metadata is kept as JSON, where a date is a string and `-0` is 0. What has no JSON equals nothing that is kept. */
function asStored(value: unknown): unknown {
  const json = JSON.stringify(value)
  return json === undefined ? undefined : JSON.parse(json)
}
