import type { SlimLimits } from './limits.ts'

/** Tools whose output somebody asked for line by line: slimming it would hand back what was left out before. */
const UNTOUCHED_TOOLS: readonly string[] = [
  'expand',
  'read',
  'read_file',
  'retrieve_original',
  'fetch',
  'view',
  'open_file',
]

/** Hosts put the name of a server before the name of a tool: `mcp__files__read`, `files.read`, `files/read`. */
const NAME_PARTS = /__|[./:]/

/** Whether a tool's output always passes. Letter case does not count. @param more tools beside those that read files and originals. */
export function isUntouchedTool(tool: string | undefined, more: readonly string[]): boolean {
  if (tool === undefined) return false
  const name = tool.toLowerCase()
  const ownName = name.split(NAME_PARTS).at(-1) ?? ''
  return [...UNTOUCHED_TOOLS, ...more].some((untouched) => [name, ownName].includes(untouched.toLowerCase()))
}

/** Whether an output is too small to be worth a replacement; an error is left alone until it is large. */
export function isBelowThreshold(sizeBytes: number, isError: boolean, limits: SlimLimits): boolean {
  return sizeBytes < (isError ? limits.leastErrorBytes : limits.leastBytes)
}
