import { foldAnswer, holdsAnswer } from '../metrics/answer.ts'
import {
  intersectionOverUnion,
  intersectRanges,
  type Overlap,
  precisionOf,
  type Range,
  recallOf,
} from '../metrics/spans.ts'
import { rangesByDocument } from './document-spans.ts'
import type { GoldEvidence, GoldStandard } from './gold-evidence.ts'
import type { Packed } from './policy.ts'

/** What one pack is worth. Null where the dataset does not say what to look for. */
export interface PackMeasures {
  /** Share of the gold documents of which anything was emitted. */
  readonly evidenceRecall: number
  /** 1 if something of every gold document was emitted, else 0. */
  readonly fullEvidence: number
  /** Share of the gold sentences that were emitted whole. */
  readonly sentenceRecall: number | null
  /** 1 if every gold sentence was emitted whole, else 0. */
  readonly fullSentences: number | null
  /** 1 if the text holds an answer word for word, else 0. */
  readonly answerInPack: number | null
  readonly tokenPrecision: number | null
  readonly tokenRecall: number | null
  readonly tokenIoU: number | null
}

/** The names of the measures, in the order of the reports. */
export const PACK_MEASURES: readonly PackMeasureName[] = [
  'evidenceRecall',
  'fullEvidence',
  'answerInPack',
  'sentenceRecall',
  'fullSentences',
  'tokenPrecision',
  'tokenRecall',
  'tokenIoU',
]

export type PackMeasureName = keyof PackMeasures

/** Measures one pack against the evidence of its question. Cost: linear in the text and its spans. */
export function measurePack(packed: Packed, evidence: GoldEvidence, words: GoldStandard['words']): PackMeasures {
  const emitted = rangesByDocument(packed.spans)
  const found = evidence.documents.filter((id) => emitted.has(id)).length
  const whole = evidence.sentences.filter((sentence) => {
    const covered = intersectRanges([sentence], emitted.get(sentence.doc) ?? [])
    const count = words.get(sentence.doc)
    return count !== undefined && count.countIn(covered) === count.countIn([sentence])
  }).length
  const overlap = evidence.sentences.length === 0 ? undefined : overlapOf(packed, evidence, words)
  return {
    evidenceRecall: found / evidence.documents.length,
    fullEvidence: found === evidence.documents.length ? 1 : 0,
    sentenceRecall: overlap ? whole / evidence.sentences.length : null,
    fullSentences: overlap ? Number(whole === evidence.sentences.length) : null,
    answerInPack: evidence.answers.length === 0 ? null : Number(holdsAnswer(foldAnswer(packed.text), evidence.answers)),
    tokenPrecision: overlap ? precisionOf(overlap) : null,
    tokenRecall: overlap ? recallOf(overlap) : null,
    tokenIoU: overlap ? intersectionOverUnion(overlap) : null,
  }
}

/** A copy was printed once: it counts as packed only where the copy is the gold one. */
function overlapOf(packed: Packed, { ranges }: GoldEvidence, words: GoldStandard['words']): Overlap {
  const emitted = rangesByDocument(packed.spans.filter(({ doc, copy }) => !copy || ranges.has(doc)))
  const sum = (of: ReadonlyMap<string, readonly Range[]>) =>
    [...of].reduce((total, [doc, list]) => total + (words.get(doc)?.countIn(list) ?? 0), 0)
  const common = new Map([...ranges].map(([doc, list]) => [doc, intersectRanges(list, emitted.get(doc) ?? [])]))
  return { gold: sum(ranges), packed: sum(emitted), common: sum(common) }
}
