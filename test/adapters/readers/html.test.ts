import { describe, expect, it } from 'vitest'
import { createHtmlReader } from '../../../src/adapters/readers/html/html-reader.ts'
import { describeStructureReader } from '../../contracts/structure-reader-contract.ts'

const reader = createHtmlReader()

const SAMPLE = `<!doctype html><html><head><title>A &amp; B</title><style>p { color: red }</style></head>
<body><nav><ul><li><a href="/">Home</a></li><li>About</li></ul></nav>
<h1 class="x">Hello <em>W&ouml;rld</em></h1>
<p>First <b>bold</b> &lt;x&gt;.</p>
<p class="foo"><i>Second</i><br>line <script>var x = "<p>"</script> after</p>
<pre><code>  let a
  let b</code></pre>
text<br><br>more <img src="data:" alt="A picture"> <!-- note -->
<table class="t"><thead><tr><th>N</th><th>M</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2<td>3</table>
<table><tr><td><h2>Layout</h2><p>inside</p></td></tr></table><p>&nbsp;</p><p>unclosed`

describeStructureReader('the HTML reader', reader, [
  SAMPLE,
  '<ul><li>a<ul><li>b</ul><li>c</ul>',
  '<dl><dt>t<dd>d</dl>',
  '</p><p></div>x<h2>y',
])

function outline(text: string): string[] {
  return reader.read(text).blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
}

describe('the HTML reader', () => {
  it('makes blocks that are tight around their content', () => {
    expect(outline(SAMPLE)).toEqual([
      'list: <li><a href="/">Home</a></li><li>About</li>',
      'heading: Hello <em>W&ouml;rld</em>',
      'paragraph: First <b>bold</b> &lt;x&gt;.',
      'paragraph: <i>Second</i><br>line',
      'paragraph: after',
      'code: <code>  let a\n  let b</code>',
      'paragraph: text',
      'paragraph: more <img src="data:" alt="A picture">',
      'table: <tr><th>N</th><th>M</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2<td>3',
      'heading: Layout',
      'paragraph: inside',
      'paragraph: unclosed',
    ])
  })

  it('reads the title and headings without markup and entities', () => {
    const { title, blocks } = reader.read(SAMPLE)
    expect(title).toBe('A & B')
    expect(blocks.filter((block) => block.kind === 'heading').map(({ level, heading }) => [level, heading])).toEqual([
      [1, 'Hello Wörld'],
      [2, 'Layout'],
    ])
  })

  it('lets nothing join across a script', () => {
    const apart = reader.read(SAMPLE).blocks.filter((block) => block.apart)
    expect(apart.map(({ start, end }) => SAMPLE.slice(start, end))).toEqual([
      '<li><a href="/">Home</a></li><li>About</li>',
      'after',
    ])
  })

  it('goes on with a list or table after a script in it', () => {
    expect(outline('<ul><li>a</li><script>x</script><li>b</li></ul>c')).toEqual([
      'list: <li>a</li>',
      'list: <li>b</li>',
      'paragraph: c',
    ])
  })

  it('cuts a table at rows, header kept with the first, and a list at items', () => {
    const table = '<table><tr><th>h</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>'
    const [block] = reader.read(table).blocks
    expect(block?.opening).toBe('<tr><th>h</th></tr>\n')
    expect(block?.cuts?.[0]?.map((cut) => table.slice(cut, cut + 9))).toEqual(['<tr><td>2'])
    const list = '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'
    const cuts = reader.read(list).blocks[0]?.cuts ?? []
    expect(cuts.map((level) => level.map((cut) => list.slice(cut, cut + 5)))).toEqual([
      ['<li>a', '<li>c'],
      ['<ul><', '<li>b'],
    ])
  })

  it('flattens elements that are nested beyond reason, and keeps their text', () => {
    const text = `${'<div>'.repeat(5000)}inside${'</div>'.repeat(5000)}<h2>After</h2>text`
    expect(outline(text)).toEqual(['paragraph: inside', 'heading: After', 'paragraph: text'])
  })

  it('reads text without any tag as a paragraph', () => {
    expect(outline('just text')).toEqual(['paragraph: just text'])
  })
})
