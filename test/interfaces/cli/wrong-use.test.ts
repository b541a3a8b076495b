import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, harbour, runCli, type Workspace } from './start-cli.ts'

/** Each row: a command line, its exit code, and what the message must name. All are refused with one line and a hint, and print no result. */
const refused: readonly (readonly [parameters: string, exitCode: number, message: RegExp, hint: RegExp])[] = [
  ['packk question', 2, /unknown command 'packk'/, /Did you mean pack\?/],
  ['pack question --budgt 100', 2, /unknown option '--budgt'/, /Did you mean --budget\?/],
  ['help pakc', 2, /unknown command 'pakc'/, /Did you mean pack\?/],
  ['pack question --index no.packgraph', 2, /--budget is required/, /--help/],
  ['pack question --budget 2k', 2, /'2k' is invalid.*whole number/, /pack --help/],
  ['pack question --budget 0', 2, /'0' is invalid.*1 or more/, /./],
  ['pack question --budget -5', 2, /'-5' is invalid/, /./],
  ['pack question --budget 1.5', 2, /'1\.5' is invalid/, /./],
  ['pack question --budget NaN', 2, /'NaN' is invalid/, /./],
  ['pack question --budget 1e3', 2, /'1e3' is invalid/, /./],
  ['pack question --budget 9007199254740993', 2, /'9007199254740993' is invalid/, /./],
  ['pack question --budget 100 --reserve x', 2, /reserve is a whole number/, /./],
  ['pack question --budget 100 --model a --tokenizer b', 2, /'--model <name>' cannot be used with option '--tok/, /./],
  ['pack question --budget 100 --verify never', 2, /Allowed choices are always, when-mismatched/, /./],
  ['pack question --budget 100 --filter novalue', 2, /key=value/, /./],
  ['pack --budget 100', 2, /there is no query/, /--query-file/],
  ['pack question --budget 100 --query-file q.txt', 2, /exclude each other/, /one of the two/],
  ['search', 2, /there is no query/, /./],
  ['search question -n 0', 2, /limit is a whole number/, /./],
  ['search question -n 1000000', 2, /limit is a whole number in digits, from 1 to 10,000/, /./],
  ['pack question --budget 100 -n 10001', 2, /from 1 to 10,000/, /./],
  ['pack question --budget 100 --model ', 2, /The model is not named: the text is empty/, /./],
  ['pack question --budget 100 --tokenizer ', 2, /The tokenizer is not named/, /./],
  ['search question --collection ', 2, /The collection is not named/, /./],
  ['search question --index ', 2, /The index is not named/, /./],
  ['recost --index harbour.packgraph --model gpt-4oo', 2, /gpt-4oo/, /gpt-4o/],
  ['recost --model gpt-4o --tokenizer heuristic', 2, /cannot be used with option/, /./],
  ['search question --index none.packgraph', 2, /none\.packgraph/, /index/],
  ['search --query-file none.txt', 2, /none\.txt cannot be read: there is no such file/, /^$/],
  ['recost --index harbour.packgraph', 2, /--tokenizer or --model is required/, /./],
  ['recost --index harbour.packgraph --tokenizer tiktokn:o200k_base', 2, /tiktokn:o200k_base/, /tiktoken:o200k_base/],
  ['count harbour.md --tokenizer tiktoken:o200k_bas', 2, /o200k_bas/, /tiktoken:o200k_base/],
  ['count harbour.md --model gpt-4oo', 2, /gpt-4oo/, /gpt-4o/],
  ['pack question --index harbour.packgraph --budget 100', 2, /tokenizer/, /--tokenizer|--model|tokenizer/],
  [
    `pack question --index harbour.packgraph --budget 2 --tokenizer tiktoken:o200k_base --stamp ${'9'.repeat(50)}`,
    3,
    /budget/,
    /./,
  ],
  [
    'pack question --index harbour.packgraph --budget 20 --tokenizer tiktoken:o200k_base --reserve 30',
    3,
    /budget/,
    /./,
  ],
  ['show nonsense --index harbour.packgraph', 2, /nonsense/, /./],
  ['rename none.md other.md --index harbour.packgraph', 2, /none\.md/, /^$|./],
  ['index harbour.md --index harbour.md/x/y.packgraph', 2, /cannot be created: a file is in the way/, /^$/],
  ['status --index harbour.md', 2, /harbour\.md/, /^$|./],
]

describe('a command that cannot be carried out', () => {
  let workspace: Workspace

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'q.txt': 'one\n' })
    await runCli(['index', 'harbour.md', '--index', 'harbour.packgraph'], { cwd: workspace.folder })
  })
  afterAll(() => workspace.remove())

  it.each(refused)('%s: exit %i', async (line, exitCode, message, hint) => {
    const finished = await runCli(line.split(' '), { cwd: workspace.folder })
    const lines = finished.stderr.trimEnd().split('\n')
    expect(finished).toMatchObject({ exitCode, stdout: '' })
    expect(lines[0]).toMatch(/^packgraph: /)
    expect(lines[0]).toMatch(message)
    expect(lines[1]?.replace(/^hint: /, '') ?? '').toMatch(hint)
    expect(lines.length).toBeLessThanOrEqual(2)
  })

  it('prints the help on stderr and exits with 2 when there is no command', async () => {
    const finished = await runCli([])
    expect(finished).toMatchObject({ exitCode: 2, stdout: '' })
    expect(finished.stderr).toContain('Commands:')
  })
})
