/** Those of the found that were not given, each as many times as it was found too often. In order. */
export function unmatched(found: readonly string[], given: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const item of given) left.set(item, (left.get(item) ?? 0) + 1)
  return found.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}
