import { type OwnNames, scanNames } from './name-table.ts'
import type { Pacer } from './pacer.ts'
import { invertRows, type Rows, RowsBuilder, rowOf } from './rows.ts'
import type { Vocabulary } from './vocabulary.ts'
import { WordRowWriter } from './word-row.ts'
import type { WordStream } from './word-stream.ts'

/** Names that each unit mentions without owning them, each with its sentences. */
export interface FoundMentions {
  /** Names of each unit, in order of first mention. */
  readonly byUnit: Rows
  /** For each value of `byUnit`, a row of sentence numbers. */
  readonly sentences: Rows
}

/** {@link FoundMentions} by unit and by name. */
export interface Mentions extends FoundMentions {
  /** Units that mention each entity, ascending. */
  readonly byName: Rows
}

/** Scans every sentence of every unit for names. O(words × tokens of the longest name). */
export async function findMentions(
  names: OwnNames,
  stream: WordStream,
  vocabulary: Vocabulary,
  pacer: Pacer,
): Promise<FoundMentions> {
  const unitCount = stream.unitSentences.length - 1
  const byUnit = new RowsBuilder(unitCount)
  const sentences = new RowsBuilder()
  const rowWriter = new WordRowWriter(vocabulary.facts)
  await pacer.inTurns(unitCount, (unit) => {
    const found = new Map<number, number[]>()
    const own = rowOf(names.ownedBy, unit)
    const { starts, values } = stream.sentences
    const first = stream.unitSentences[unit]!
    for (let row = first; row < stream.unitSentences[unit + 1]!; row++) {
      const words = rowWriter.write(values, starts[row]!, starts[row + 1]!)
      scanNames(names.trie, words, 0, starts[row + 1]! - starts[row]!, false, (entity) => {
        if (own.includes(entity)) return
        const known = found.get(entity)
        if (!known) found.set(entity, [row - first])
        else if (known.at(-1) !== row - first) known.push(row - first)
      })
    }
    for (const [entity, mentioned] of found) {
      byUnit.push(entity)
      for (const sentence of mentioned) sentences.push(sentence)
      sentences.endRow()
    }
    byUnit.endRow()
  })
  return { byUnit: byUnit.build(), sentences: sentences.build() }
}

export async function joinMentions(mentions: FoundMentions, entityCount: number, pacer: Pacer): Promise<Mentions> {
  return { ...mentions, byName: await invertRows(mentions.byUnit, entityCount, pacer) }
}
