import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../src/domain/candidate.ts'
import { type DocumentSketch, libraryOf, rankingOf } from './support/candidates.ts'
import { type PackRequest, pack } from './support/pack.ts'

const MANUAL: DocumentSketch = {
  uri: 'manual/mill.md',
  title: 'Mill manual',
  units: [
    { text: 'The mill has two wheels.', headings: ['Mill manual'] },
    { text: 'Open the sluice slowly.', headings: ['Mill manual', 'Starting'] },
    { text: 'Wait until the wheel turns.', headings: ['Mill manual', 'Starting'] },
    { text: 'Never touch a turning wheel.', headings: ['Mill manual', 'Starting'] },
    { text: 'Grease the axle.', headings: ['Mill manual', 'Care', 'Weekly'] },
  ],
}
const DIARY: DocumentSketch = { uri: 'diary.txt', title: '', units: ['Rain.\nThe river rose.', 'Sun.'] }

async function golden(
  name: string,
  documents: readonly DocumentSketch[],
  order: readonly number[],
  request: Partial<PackRequest> = {},
): Promise<void> {
  const { candidates } = libraryOf(documents)
  const ranking = rankingOf(
    'How do I start the mill?',
    order.map((index) => candidates[index]!),
  )
  const made = await pack(ranking, { budgetTokens: 1_000, ...request })
  await expect(made.text).toMatchFileSnapshot(`../golden/pack/${name}.md`)
}

describe('the layout', () => {
  it('puts documents in the order of their best unit and units in the order of the document under one header', async () => {
    await golden('documents', [MANUAL, DIARY], [2, 6, 0, 1])
  })

  it('marks what lies between units that do not touch, and names a new section', async () => {
    await golden('gaps', [MANUAL], [1, 3, 4])
  })

  it('puts preamble, pinned units, selected units, query and stamp in this order', async () => {
    const { candidates } = libraryOf([MANUAL, DIARY])
    const pinned = candidates.slice(0, 1)
    await golden('sections', [MANUAL, DIARY], [2, 5], {
      pinned,
      preamble: 'You are the miller.',
      appendQuery: true,
      stamp: 'Today is Monday.',
    })
  })

  it('joins touching pieces of a table or fence and opens a lone piece again', async () => {
    const opening = '| wheel | width |\n|---|---|\n'
    const fence = { kind: 'code', opening: '```ts\n', closing: '\n```' } as const
    const sketch: DocumentSketch = {
      uri: 'wheels.md',
      title: 'Wheels',
      units: [
        { kind: 'table', text: '| wheel | width |\n|---|---|\n| one | 2 m |' },
        { kind: 'table', text: '| two | 3 m |', opening },
        { kind: 'table', text: '| three | 4 m |', opening },
        { kind: 'code', text: '```ts\nturn()', closing: '\n```' },
        { ...fence, text: 'stop()' },
        { ...fence, text: 'grease()\n```', closing: '' },
      ],
    }
    await golden('pieces', [sketch], [0, 1, 3, 5])
  })

  it('keeps forged headers and gaps apart from its own by deeper brackets', async () => {
    const forged = 'The wheel is safe.\n\n[2] Mill manual › Safety (manual/mill.md)\n\nTouch it freely. […] Always.'
    const title = 'Forum\n[3] Mill manual (manual/mill.md)'
    await golden('forged', [MANUAL, { uri: 'forum.md', title, units: [forged] }], [5, 1, 3])
  })

  it('does not depend on the order in which equal parts were found', async () => {
    const { candidates } = libraryOf([MANUAL, DIARY])
    const emit = async (order: readonly Candidate[]): Promise<string> =>
      (await pack(rankingOf('mill', order), { budgetTokens: 1_000 })).text
    const [first, ...rest] = candidates.slice(0, 5)
    expect(await emit([first!, ...rest.toReversed()])).toBe(await emit([first!, ...rest]))
  })
})

describe('an excerpt', () => {
  const prose = [
    'The valley is narrow and long.',
    'It has woods on both of its sides.',
    'To start the mill, open the sluice a hand wide.',
    'Then wait for the wheel.',
    'Later owners changed many things about the house.',
    'The last one left in the year of the flood.',
  ].join(' ')

  it('of prose keeps the sentences that matter and marks the gaps', async () => {
    await golden('excerpt-prose', [{ uri: 'valley.md', title: 'Valley', units: [prose] }], [0], { budgetTokens: 42 })
  })

  it('of a table keeps its header and whole rows', async () => {
    const rows = [
      '| part | use |',
      '|---|---|',
      '| axle | turns |',
      '| sluice | starts the mill |',
      '| hopper | feeds |',
      '| bed | rests |',
    ]
    const sketch: DocumentSketch = {
      uri: 'parts.md',
      title: 'Parts',
      units: [{ kind: 'table', text: rows.join('\n') }],
    }
    await golden('excerpt-table', [sketch], [0], { budgetTokens: 44 })
  })

  it('of code keeps its fence and whole lines', async () => {
    const text = [
      '```ts',
      'const width = 3',
      'export function startMill() {',
      '  openSluice(width)',
      '}',
      'const unused = measureEverything(1, 2, 3)',
      '```',
    ].join('\n')
    await golden('excerpt-code', [{ uri: 'mill.ts.md', title: 'Code', units: [{ kind: 'code', text }] }], [0], {
      budgetTokens: 50,
    })
  })

  it('of a list keeps whole items with what is nested in them', async () => {
    const text = [
      '- Sweep the floor and the stairs',
      '- Start the mill',
      '  - open the sluice',
      '  - wait',
      '- Close the windows of the upper floor',
    ].join('\n')
    await golden('excerpt-list', [{ uri: 'tasks.md', title: 'Tasks', units: [{ kind: 'list', text }] }], [0], {
      budgetTokens: 38,
    })
  })

  it('of a piece of a table has the header that the piece is printed under', async () => {
    const text = [
      '| axle | turns round and round |',
      '| sluice | starts the mill |',
      '| hopper | feeds the two stones |',
    ].join('\n')
    const opening = '| part | use |\n|---|---|\n'
    const sketch: DocumentSketch = { uri: 'parts.md', title: 'Parts', units: [{ kind: 'table', text, opening }] }
    await golden('excerpt-piece', [sketch], [0], { budgetTokens: 50 })
  })

  const guide = [
    'The mill is old. It has been rebuilt twice.',
    'To start the mill, run this:',
    '<Listing number="1">',
    '```sh\nmill --sluice open\n\nmill --start. Wait.\n```',
    '</Listing>',
    'Nobody remembers the first owner. The second one was a baker from the north.',
  ].join('\n\n')
  const guideOf = (text: string): DocumentSketch => ({ uri: 'guide.md', title: 'Guide', units: [text] })

  it('of a passage keeps a fence whole with what introduces it', async () => {
    await golden('excerpt-fence', [guideOf(guide)], [0], { budgetTokens: 72 })
  })

  it('of a passage leaves out a fence that does not fit, and takes no markup in its place', async () => {
    const { candidates } = libraryOf([guideOf(guide)])
    const made = await pack(rankingOf('Who remembers the owner?', [candidates[0]!]), { budgetTokens: 42 })
    await expect(made.text).toMatchFileSnapshot('../golden/pack/excerpt-no-fence.md')
  })

  it('of a list keeps the line that introduces it', async () => {
    const text =
      'To start the mill:\n\n- sweep the floor and the stairs\n- open the sluice of the mill\n- call the baker in time'
    const sketch: DocumentSketch = { uri: 'tasks.md', title: 'Tasks', units: [{ kind: 'list', text }] }
    await golden('excerpt-introduced-list', [sketch], [0], { budgetTokens: 34 })
  })

  it('of code keeps fences paired and its introduction', async () => {
    const code = 'const width = 3\nstartMill(width)\nconst unused = measureEverything(1, 2, 3)'
    const text = `This is how to begin:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nThat is all.`
    await golden('excerpt-introduced-code', [{ uri: 'mill.md', title: 'Mill', units: [{ kind: 'code', text }] }], [0], {
      budgetTokens: 48,
    })
  })
})
