type Fields = Readonly<Record<string, unknown>>

/** A part of a request as a provider's cache sees it: without cache marks, and a text that stands as one block as that text. */
export function withoutCacheMarks(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.map(withoutCacheMarks)
    const [only] = parts as readonly Fields[]
    return parts.length === 1 && isBareText(only) ? only.text : parts
  }
  if (typeof value !== 'object' || value === null) return value
  const { cache_control: _, ...rest } = value as Fields
  return Object.fromEntries(Object.entries(rest).map(([key, own]) => [key, withoutCacheMarks(own)]))
}

/** How many marks there are. */
export function countCacheMarks(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'cache_control' in value ? 1 : 0
  return Object.values(value).reduce((sum: number, part) => sum + countCacheMarks(part), own)
}

function isBareText(part: Fields | undefined): part is Fields {
  return part?.type === 'text' && Object.keys(part).length === 2
}
