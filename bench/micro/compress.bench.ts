/**
 * Compression of Markdown without its third phase: structure, strip and layout of the Markdown inside node_modules, beside markdown-it on the same texts, once as
 * everyone calls it (`parse`) and once by the block rules alone, which is all that structure needs of it.
 */
import createMarkdownIt from 'markdown-it'
import { createMarkdownParser } from '../../src/adapters/readers/markdown/markdown-parser.ts'
import { resolveTokenizer } from '../../src/adapters/tokenizers/resolve.ts'
import { layOut } from '../../src/compress/markdown/layout.ts'
import { render } from '../../src/compress/markdown/removal.ts'
import { strip } from '../../src/compress/markdown/strip/strip.ts'
import { readStructure } from '../../src/compress/markdown/structure.ts'
import { formatMarker } from '../../src/compress/marker.ts'
import { packageMarkdown } from '../corpora/package-markdown.ts'
import { digits, figureRow, type Measure, shareRow } from '../harness/benchmark.ts'
import { median, timeMs } from '../harness/statistics.ts'

const ALIAS = '01234567'
const LEAST_MEGABYTES_PER_SECOND = 5
const MOST_TIMES_THE_PARSER = 2

export const measure: Measure = async ({ quick }, progress) => {
  const texts = packageMarkdown().map(({ text }) => text ?? '')
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  const tokenizer = await resolveTokenizer('tiktoken:o200k_base')
  const parser = createMarkdownParser()
  const markdown = createMarkdownIt({ html: true })
  const marker = formatMarker(ALIAS, { start: 100_000, end: 100_000 })
  const costs = {
    count: async (text: string) => tokenizer.count(text),
    markerTokens: await tokenizer.count(marker),
    markerBytes: marker.length,
  }
  let removedPlaces = 0
  const works = {
    parse: () => texts.forEach((text) => void markdown.parse(text, {})),
    blocks: () => texts.forEach((text) => void parser.parse(text)),
    phases: async () => {
      removedPlaces = 0
      for (const text of texts) {
        const removals = await strip(readStructure(text, parser), costs)
        removedPlaces += removals.length
        layOut(
          render(text, removals, (span) => formatMarker(ALIAS, span)),
          '',
        )
      }
    },
  }
  progress(`compressing ${digits(megabytes)} MB of Markdown without shortening prose`)
  const times: Record<keyof typeof works, number[]> = { parse: [], blocks: [], phases: [] }
  for (let round = 0; round < (quick ? 3 : 15); round++) {
    for (const name of ['parse', 'blocks', 'phases'] as const) times[name].push(await timeMs(works[name]))
  }
  const ms = { parse: median(times.parse), blocks: median(times.blocks), phases: median(times.phases) }
  const text = {
    work: 'structure, strip and layout',
    note: `${digits(megabytes)} MB in ${texts.length} files, ${removedPlaces} places stripped; medians`,
    figures: { parseMs: ms.parse, blocksMs: ms.blocks, phasesMs: ms.phases, megabytes },
  }
  return [
    figureRow({ ...text, reference: '' }, megabytes / (ms.phases / 1000), 'MB/s', {
      atLeast: LEAST_MEGABYTES_PER_SECOND,
    }),
    shareRow({ ...text, reference: 'markdown-it, parse' }, ms.phases / ms.parse, MOST_TIMES_THE_PARSER),
    shareRow({ ...text, reference: 'our nodes from its block rules' }, ms.phases / ms.blocks),
  ]
}
