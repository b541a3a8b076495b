import type { UnitKind } from '../domain/hyperedge.ts'
import type { Block, BlockKind } from '../ports/structure-reader.ts'
import type { UnitLimits } from './balance.ts'
import { cutBlock, type Measure, weigh } from './cut-block.ts'
import type { TextRange } from './text-range.ts'

/** A block, or a piece of an oversize one: a unit in the making. */
export interface Part extends TextRange {
  readonly kind: UnitKind
  readonly tokens: number
  readonly opening: string
  readonly closing: string
  /** Joins nothing before it. */
  readonly apart: boolean
  /** Whether it is a whole block. */
  readonly whole: boolean
}

/** What is printed around the pieces of a block, and the room that it leaves them. */
interface Frame {
  readonly opening: string
  readonly closing: string
  readonly limits: UnitLimits
}

const UNIT_KINDS: Readonly<Record<BlockKind, UnitKind>> = {
  heading: 'passage',
  paragraph: 'passage',
  list: 'list',
  table: 'table',
  code: 'code',
  data: 'data',
  'front-matter': 'data',
}

/** Makes a block (without white space at its ends) into one part when it weighs at most the cap, else into pieces with what must be printed around each. */
export function partsOf(block: Block, measure: Measure): Part[] {
  const kind = UNIT_KINDS[block.kind]
  const apart = block.apart === true
  const range = { start: block.start, end: block.end }
  const { tokens } = weigh(range, true, measure)
  const lastClosing = block.unclosed === true ? (block.closing ?? '') : ''
  if (tokens <= measure.limits.capTokens) {
    return [{ ...range, kind, tokens, opening: '', closing: lastClosing, apart, whole: true }]
  }

  const frame = frameOf(block, measure)
  const pieces = cutBlock(block, { ...measure, limits: frame.limits })
  return pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1
    return {
      kind,
      start: piece.start,
      end: piece.end,
      tokens: piece.tokens,
      opening: piece.atSeams && index > 0 ? frame.opening : '',
      closing: isLast ? lastClosing : piece.atSeams ? frame.closing : '',
      apart: apart || index > 0,
      whole: false,
    }
  })
}

/** A frame above half the cap (a header of hundreds of columns) would cost more than it tells, and is not repeated. */
function frameOf(block: Block, measure: Measure): Frame {
  const { opening = '', closing = '' } = block
  const { targetTokens, capTokens } = measure.limits
  const frameTokens = measure.estimateTokens(opening) + measure.estimateTokens(closing)
  if (frameTokens * 2 > capTokens) return { opening: '', closing: '', limits: measure.limits }
  const roomTokens = capTokens - frameTokens
  return {
    opening,
    closing,
    limits: { targetTokens: Math.max(targetTokens - frameTokens, roomTokens / 2), capTokens: roomTokens },
  }
}
