import type { Dataset } from '../input/dataset.ts'

/** Questions that are asked one after another, by their positions in the dataset. */
export interface Sequences {
  /** Whether the questions of a sequence are about documents of one title; otherwise they follow each other as in the file. */
  readonly related: boolean
  readonly sequences: readonly (readonly number[])[]
}

/**
 * Cuts the questions into sequences of equal length: those whose first gold document has the same title, in file order, where titles bring that many together; else
 * all questions in file order. What is left over is not asked.
 */
export function questionSequences({ documents, questions }: Dataset, length: number): Sequences {
  const titles = new Map(documents.map(({ id, title }) => [id, title]))
  const groups = new Map<string, number[]>()
  for (const [position, { gold }] of questions.entries()) {
    const title = titles.get(gold[0]!) ?? ''
    groups.set(title, [...(groups.get(title) ?? []), position])
  }
  groups.delete('')
  const related = [...groups.values()].flatMap((positions) => chunksOf(positions, length))
  if (related.length > 0) return { related: true, sequences: related }
  return { related: false, sequences: chunksOf([...questions.keys()], length) }
}

function chunksOf(positions: readonly number[], length: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(positions.length / length) }, (_, index) =>
    positions.slice(index * length, (index + 1) * length),
  )
}
