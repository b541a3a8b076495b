import { mergeRanges, type Range } from '../metrics/spans.ts'

/** A stretch of a document, in bytes of its text in UTF-8. */
export interface DocumentSpan extends Range {
  readonly doc: string
}

/** Document to its stretches, sorted, with no overlap. */
export function rangesByDocument(spans: readonly DocumentSpan[]): ReadonlyMap<string, readonly Range[]> {
  const ranges = new Map<string, Range[]>()
  for (const { doc, start, end } of spans) {
    const list = ranges.get(doc) ?? []
    list.push({ start, end })
    ranges.set(doc, list)
  }
  return new Map([...ranges].map(([doc, list]) => [doc, mergeRanges(list)]))
}
