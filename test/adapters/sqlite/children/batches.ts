import type { DocumentDraft } from '../../../../src/ports/store.ts'
import { draftOf } from '../../../contracts/store-drafts.ts'

export const DOCUMENTS_PER_BATCH = 20

/** One batch of one writer. Writers share originals, entities and the tokenizer, so they meet in every table. */
export function batchOf(writer: string, batch: number): readonly DocumentDraft[] {
  return Array.from({ length: DOCUMENTS_PER_BATCH }, (_, index) =>
    draftOf(`${writer} ${batch} ${index}`, `common word${batch} word${index}\nand word${batch * index}`),
  )
}
