import type { ScannedIncidence } from '../../ports/store.ts'
import { bytes, NumberList } from './number-list.ts'
import { type Rows, RowsBuilder } from './rows.ts'

/** How a unit owns an entity: not at all, weakly (a heading), or because a capitalised title says so. */
const OWNED_WEAKLY = 1
export const OWNED_STRONGLY = 2

/** The entities that units mention, as they were extracted. */
export interface IncidenceRows {
  /** Entities of each unit, in order of first mention. */
  readonly entities: Rows
  /** For each value of `entities`, how the unit owns it; 0 where it does not. */
  readonly owned: Uint8Array
  /** For each value of `entities`, a row of the numbers of the sentences that mention it. */
  readonly sentences: Rows
}

/** Builds {@link IncidenceRows} one after the other: push the incidences of a row, then end it. */
export class IncidenceRowsBuilder {
  private readonly entities: RowsBuilder
  private readonly owned: NumberList<Uint8Array>
  private readonly sentences: RowsBuilder

  /** @param like rows of about the size that is expected. */
  constructor(like?: IncidenceRows) {
    const count = like?.owned.length ?? 0
    this.entities = new RowsBuilder(like?.entities.starts.length, count)
    this.owned = new NumberList(bytes, count)
    this.sentences = new RowsBuilder(count, like?.sentences.values.length)
  }

  push(entity: number, owned: ScannedIncidence['owned'], sentences: readonly number[]): void {
    this.entities.push(entity)
    this.owned.push(owned === 'title' ? OWNED_STRONGLY : owned ? OWNED_WEAKLY : 0)
    for (const sentence of sentences) this.sentences.push(sentence)
    this.sentences.endRow()
  }

  endRow(): void {
    this.entities.endRow()
  }

  /** Appends rows `from .. to` of others. */
  appendRows(rows: IncidenceRows, from: number, to: number): void {
    const { starts } = rows.entities
    this.owned.append(rows.owned.subarray(starts[from]!, starts[to]!))
    this.sentences.appendRows(rows.sentences, starts[from]!, starts[to]!)
    this.entities.appendRows(rows.entities, from, to)
  }

  build(): IncidenceRows {
    return { entities: this.entities.build(), owned: this.owned.toArray(), sentences: this.sentences.build() }
  }
}
