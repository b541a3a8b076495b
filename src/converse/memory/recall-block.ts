import type { HistoryUnit } from '../../domain/conversation.ts'
import { fenceOf } from '../../pack/lines.ts'
import { sha256Of } from '../../pack/sha256.ts'
import type { RequestCounter } from '../count/request-counter.ts'
import { fencedBlocks } from '../validate/fenced-blocks.ts'
import { linesAround } from './lines-around.ts'
import type { RememberedHistory } from './memory-state.ts'

export interface RecallInput {
  readonly conversation: RememberedHistory['conversation']
  /** Pinned, and not sent word for word: in any order. */
  readonly units: readonly HistoryUnit[]
  readonly keywords: readonly string[]
  readonly roomTokens: number
  readonly counter: Pick<RequestCounter, 'text'>
}

export interface RecallBlock {
  /** To be put in front of the query's text; empty where nothing fits. */
  readonly text: string
  /** Indices of the units of which something is in it, ascending. */
  readonly recalled: readonly number[]
}

/** A text of a unit, and what it is. */
interface Said {
  readonly by: string
  readonly text: string
}

/** How much of a unit stands there, from nothing to all: lines with a keyword, those and two around each, everything. */
const EXTENTS = [0, 2, Number.POSITIVE_INFINITY] as const

const LEAST_NAME_DIGITS = 8

/**
 * Old units, word for word. Where not all of it fits, each unit in turn, the newest first, gets its lines with a keyword; then each as much more as still fits. The order is that of the
 * conversation. How old a unit is makes no other difference. Marks bear digits that no text in the block holds, so that nothing in it can pass for one. Deterministic; counts the block
 * some times for each unit.
 */
export async function recallBlock(input: RecallInput): Promise<RecallBlock> {
  const { conversation, roomTokens, counter } = input
  const units = input.units.toSorted((left, right) => left.index - right.index)
  const said = units.map((unit) => saidIn(unit, conversation))
  const name = freeName(said.flat())
  const textOf = (extents: readonly (number | null)[]): string => blockOf(units, said, extents, name, input.keywords)
  const fits = async (extents: readonly (number | null)[]): Promise<boolean> =>
    (await counter.text(textOf(extents))) <= roomTokens
  let extents: readonly (number | null)[] = units.map(() => null)
  for (const extent of EXTENTS) {
    for (let index = units.length - 1; index >= 0; index -= 1) {
      const more = extents.with(index, extent)
      if (partsOf(units[index]!, said[index]!, extent, name, input.keywords).length > 0 && (await fits(more)))
        extents = more
    }
  }
  const recalled = units.filter((_, index) => extents[index] !== null).map(({ index }) => index)
  return recalled.length === 0 ? { text: '', recalled } : { text: textOf(extents), recalled }
}

function saidIn({ start, end }: HistoryUnit, { messages }: RecallInput['conversation']): readonly Said[] {
  return messages.slice(start, end).flatMap(({ role, parts }) =>
    parts.flatMap((part): readonly Said[] => {
      if (part.kind === 'text') return [{ by: role, text: part.text }]
      if (part.kind === 'call') return [{ by: `call of ${JSON.stringify(part.tool)}`, text: part.text }]
      return part.kind === 'result' ? [{ by: 'result', text: part.text }] : []
    }),
  )
}

function freeName(said: readonly Said[]): string {
  const digits = sha256Of(JSON.stringify(said))
  let length = LEAST_NAME_DIGITS
  const isTaken = (name: string): boolean => said.some(({ by, text }) => text.includes(name) || by.includes(name))
  while (length < digits.length && isTaken(digits.slice(0, length))) length += 1
  return digits.slice(0, length)
}

function blockOf(
  units: readonly HistoryUnit[],
  said: readonly (readonly Said[])[],
  extents: readonly (number | null)[],
  name: string,
  keywords: readonly string[],
): string {
  const parts = units.flatMap((unit, index) => {
    const extent = extents[index] ?? null
    return extent === null ? [] : partsOf(unit, said[index]!, extent, name, keywords)
  })
  if (parts.length === 0) return ''
  return [`[packgraph recall ${name}: earlier turns, word for word]`, ...parts, `[end of recall ${name}]`].join('\n')
}

function partsOf(
  { turn }: HistoryUnit,
  said: readonly Said[],
  extent: number,
  name: string,
  keywords: readonly string[],
): readonly string[] {
  return said.flatMap(({ by, text }) => {
    const kept =
      extent === Number.POSITIVE_INFINITY ? text : withoutHalfBlocks(linesAround(text, keywords, extent, `[${name} …]`))
    return kept === '' ? [] : [`[${name} turn ${turn + 1}, ${by}]\n${kept}`]
  })
}

/** Lines out of a text may open a block of code and not close it; then they are lines without fences, or all behind them would be code. */
function withoutHalfBlocks(lines: string): string {
  if (fencedBlocks(lines).every(({ isClosed }) => isClosed)) return lines
  return lines
    .split('\n')
    .filter((line) => fenceOf(line) === undefined)
    .join('\n')
}
