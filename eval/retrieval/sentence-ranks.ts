import { intersectRanges, type Range } from '../metrics/spans.ts'
import { type DocumentSpan, rangesByDocument } from '../packing/document-spans.ts'
import type { GoldEvidence, GoldStandard } from '../packing/gold-evidence.ts'

/** Where the text of a unit stands: its own place, and the places of its copies. */
export type UnitSpans = readonly DocumentSpan[]

/** From 1; null where the units that were found do not hold the sentence. */
export type SentenceRank = number | null

/**
 * The rank at which each gold sentence has been read whole: the least k such that the first k units together hold all its words. A sentence that a unit's end
 * cuts in two takes both units. Cost: units × sentences.
 */
export function sentenceRanks(
  units: readonly UnitSpans[],
  { sentences }: GoldEvidence,
  words: GoldStandard['words'],
): readonly SentenceRank[] {
  return sentences.map((sentence) => rankOf(sentence, units, words))
}

function rankOf(sentence: DocumentSpan, units: readonly UnitSpans[], words: GoldStandard['words']): SentenceRank {
  const count = (ranges: readonly Range[]) => words.get(sentence.doc)?.countIn(ranges) ?? 0
  const wanted = count([sentence])
  let found: UnitSpans = []
  for (const [index, unit] of units.entries()) {
    const touching = unit.filter(
      ({ doc, start, end }) => doc === sentence.doc && start < sentence.end && end > sentence.start,
    )
    if (touching.length === 0) continue
    found = [...found, ...touching]
    if (count(intersectRanges([sentence], rangesByDocument(found).get(sentence.doc) ?? [])) === wanted) return index + 1
  }
  return null
}
