import { z } from 'zod'
import type { ExpandedOutput } from '../../../index.ts'
import { LIMITS } from '../limits.ts'
import { defineTool, type Tool } from '../tool.ts'

const LINES = /^L?(\d+)(?:-L?(\d+))?$/

type Line = ExpandedOutput['lines'][number]

export const expandTool: Tool = defineTool({
  name: 'expand',
  description:
    'What slim left out of an output: all lines of it, a range, or those that contain a text. If next is there, call again with it as lines.',
  input: z.strictObject({
    id: z.string().min(1).describe('in the last line of the slimmed output'),
    lines: z.string().regex(LINES).optional().describe('e.g. 120-160'),
    containing: z.string().min(1).optional(),
    maxBytes: z.number().int().min(4).max(LIMITS.partBytes).default(LIMITS.defaultPartBytes),
  }),
  run: async ({ id, lines, containing, maxBytes }, { index, readOnly }) => {
    const options = {
      ...(lines !== undefined && { lines: rangeOf(lines) }),
      ...(containing !== undefined && { containing }),
    }
    const expanded = await index.read((opened) => opened.expand(id, options))
    // Lines from here and there say nothing without their numbers.
    const show = ({ number, text }: Line): string => (containing === undefined ? text : `L${number}: ${text}`)
    const { text, shown, isCut } = firstPart(expanded.lines, show, maxBytes)
    // The part that is handed out, read where it can be charged to the ledger. It is handed out whether or not that can be.
    const [first, last] = [expanded.lines[0], expanded.lines[shown - 1]]
    if (!readOnly && first && last) {
      const part = { ...options, lines: { first: first.number, last: last.number } }
      await index.write((opened) => opened.expand(id, part)).catch(() => undefined)
    }
    const following = expanded.lines[shown]
    const end = Math.min(rangeOf(lines ?? `${expanded.lineCount}`).last, expanded.lineCount)
    const next = following === undefined ? undefined : `${following.number}-${end}`
    const notes = [
      ...(isCut
        ? [`L${expanded.lines[0]?.number} is longer and cut here; retrieve_original ${expanded.id} has it whole.`]
        : []),
      ...(next === undefined ? [] : [`The output goes on. next: ${next}`]),
    ]
    return {
      text,
      ...(notes.length > 0 && { note: notes.join('\n') }),
      structured: {
        id: expanded.id,
        lineCount: expanded.lineCount,
        text,
        ...(isCut && { isCut }),
        ...(next !== undefined && { next }),
      },
    }
  },
})

function rangeOf(lines: string): { readonly first: number; readonly last: number } {
  const [, first, last = first] = LINES.exec(lines) ?? []
  return { first: Number(first), last: Number(last) }
}

interface Part {
  readonly text: string
  /** How many lines it holds, of which the only one may be cut. */
  readonly shown: number
  readonly isCut: boolean
}

/** As many whole lines as there is room for; a first line that is longer is cut, so that every call gets on. */
function firstPart(lines: readonly Line[], show: (line: Line) => string, maxBytes: number): Part {
  const texts: string[] = []
  let sizeBytes = 0
  for (const line of lines) {
    const text = show(line)
    sizeBytes += Buffer.byteLength(text)
    if (sizeBytes > maxBytes && texts.length === 0) return { text: cut(text, maxBytes), shown: 1, isCut: true }
    if (sizeBytes > maxBytes) break
    texts.push(text)
  }
  return { text: texts.join(''), shown: texts.length, isCut: false }
}

/** Never within a code point: what is cut off of one is left out. */
function cut(text: string, maxBytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true })
}
