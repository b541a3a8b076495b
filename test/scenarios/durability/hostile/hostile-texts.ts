/** A kind of text that nobody wrote to be read, in any size. */
export interface HostileText {
  readonly name: string
  /** Extension that decides the reader. */
  readonly extension: 'md' | 'txt' | 'html' | 'json' | 'csv' | 'ts'
  /** About `size` characters. */
  readonly make: (size: number) => string
}

const repeated =
  (unit: string) =>
  (size: number): string =>
    unit.repeat(Math.ceil(size / unit.length))

/** Characters without a pattern that a seed decides. */
function scrambled(size: number, alphabet: string): string {
  const characters: string[] = []
  let state = 12_345
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    characters.push(alphabet[(state >> 8) % alphabet.length]!)
  }
  return characters.join('')
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function nestedList(size: number): string {
  const depth = Math.ceil(Math.sqrt(size))
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n')
}

function wideTable(size: number): string {
  const columns = Math.ceil(size / 12)
  const row = (cell: string): string => `|${`${cell}|`.repeat(columns)}`
  return `${row('a')}\n${row('-')}\n${row('1')}\n${row('23')}\n`
}

const around = (open: string, close: string) => (size: number) => {
  const depth = Math.ceil(size / (open.length + close.length))
  return `${open.repeat(depth)}${close.repeat(depth)}`
}

const MARKDOWN: readonly (readonly [name: string, make: HostileText['make']])[] = [
  ['one letter', repeated('a')],
  ['one capital letter', repeated('A')],
  ['spaces', repeated(' ')],
  ['line feeds', repeated('\n')],
  ['zeros', repeated('\0')],
  ['base64', (size) => scrambled(size, BASE64)],
  ['base64 in lines', (size) => scrambled(size, BASE64).replace(/.{76}/g, '$&\n')],
  ['open brackets', repeated('[')],
  ['brackets that match', around('[', ']')],
  ['open parentheses after brackets', repeated('[](')],
  ['open tags', repeated('<')],
  ['comments that never close', repeated('<!--')],
  ['declarations that never close', repeated('<!A ')],
  ['elements in elements', around('<div>', '</div>')],
  ['quotes in quotes', (size) => `${'>'.repeat(size)} deep`],
  [
    'quotes in quotes, line by line',
    (size) => Array.from({ length: Math.ceil(Math.sqrt(size)) }, (_, level) => `${'>'.repeat(level)} q`).join('\n'),
  ],
  ['lists in lists', nestedList],
  ['lists in lists in one line', repeated('- ')],
  ['numbers of lists in one line', repeated('1. ')],
  ['a table with very many columns', wideTable],
  ['tables of one row', repeated('|a|\n|-|\n|b|\n\n')],
  ['headings', repeated('# a\n')],
  ['headings of all levels', repeated('# a\n## b\n### c\n#### d\n')],
  ['a heading of markup', (size) => `# ${repeated('*_[`')(size)}`],
  ['underlines', repeated('a\n-\n')],
  ['rules', repeated('---\n')],
  ['fences', repeated('```\n')],
  [
    'fences that grow',
    (size) => Array.from({ length: Math.ceil(Math.sqrt(size)) }, (_, level) => '`'.repeat(level + 3)).join('\n'),
  ],
  ['stars', repeated('*')],
  ['stars around letters', repeated('*a ')],
  ['underscores', repeated('_')],
  ['backticks', repeated('`')],
  ['backslashes', repeated('\\')],
  ['ampersands', repeated('&')],
  ['full stops', repeated('.')],
  ['exclamations and quotes', repeated('!"')],
  ['initials', repeated('A. ')],
  ['capital words', repeated('Abc ')],
  ['capital words and particles', repeated('Abc of the ')],
  ['abbreviations', repeated('e.g. ')],
  ['apostrophes', repeated("A'")],
  ['hyphens after a capital', (size) => `A${'-'.repeat(size)}`],
  ['dots between letters', repeated('a.b.')],
  ['combining marks', (size) => `e${'\u0301'.repeat(size)}`],
  ['emoji', repeated('👩‍👩‍👧')],
  ['ideographs', repeated('漢字')],
  ['right-to-left marks', repeated('\u202e')],
  ['line ends of all kinds', repeated('a\r\nb\rc\nd\u2028e\u0085')],
  ['carriage returns', repeated('a\r')],
  ['tabs', repeated('\ta\n')],
  ['front matter that never closes', (size) => `---\n${repeated('a: b\n')(size)}`],
  ['front matter of blank lines', (size) => `---\n${repeated(' \n')(size)}---\n`],
  ['a title that folds', (size) => `---\ntitle: >\n${repeated(' a\n')(size)}---\n`],
  ['links', repeated('[a](b) ')],
  ['references', repeated('[a]: b\n')],
  ['definitions that never close', repeated('[a]: "b\n')],
]

const OTHERS: readonly HostileText[] = [
  { name: 'one letter', extension: 'txt', make: repeated('a') },
  { name: 'lines', extension: 'txt', make: repeated('a\n') },
  { name: 'open tags', extension: 'html', make: repeated('<') },
  { name: 'names of tags', extension: 'html', make: repeated('<a') },
  { name: 'elements in elements', extension: 'html', make: around('<div>', '</div>') },
  { name: 'elements that never close', extension: 'html', make: repeated('<p><b>a') },
  { name: 'lists in lists', extension: 'html', make: around('<ul><li>a', '</li></ul>') },
  { name: 'tables in tables', extension: 'html', make: around('<table><tr><td>a', '</td></tr></table>') },
  { name: 'attributes', extension: 'html', make: (size) => `<a ${repeated('b=c ')(size)}>d</a>` },
  { name: 'entities', extension: 'html', make: repeated('&amp;') },
  { name: 'comments that never close', extension: 'html', make: repeated('<!-- ') },
  { name: 'scripts that never close', extension: 'html', make: repeated('<script>') },
  { name: 'headings', extension: 'html', make: repeated('<h1>a</h1>') },
  { name: 'brackets that match', extension: 'json', make: around('[', ']') },
  { name: 'open brackets', extension: 'json', make: repeated('[') },
  { name: 'objects in objects', extension: 'json', make: around('{"a":', '}') },
  { name: 'one string', extension: 'json', make: (size) => `"${'a'.repeat(size)}"` },
  { name: 'numbers', extension: 'json', make: (size) => `[${repeated('1,')(size)}1]` },
  { name: 'commas', extension: 'csv', make: repeated(',') },
  { name: 'quotes', extension: 'csv', make: repeated('"') },
  { name: 'quotes that never close', extension: 'csv', make: repeated('"a\n') },
  { name: 'rows', extension: 'csv', make: repeated('a,b\n') },
  { name: 'one line', extension: 'ts', make: repeated('a(b);') },
  { name: 'braces', extension: 'ts', make: around('{', '}') },
  { name: 'closing lines', extension: 'ts', make: repeated('}\n') },
  { name: 'blank lines', extension: 'ts', make: repeated('a\n\n') },
]

export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...MARKDOWN.map(([name, make]): HostileText => ({ name, extension: 'md', make })),
  ...OTHERS,
]
