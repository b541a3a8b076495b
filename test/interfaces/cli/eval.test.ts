import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OWN_CONVERSATIONS } from '../../eval/conversations/own-conversations.ts'
import { type DatasetFolder, lines, tinyCorpus, tinyQueries, writeDataset } from '../../eval/tiny-dataset.ts'
import { createWorkspace, runCli, startCli, type Workspace } from './start-cli.ts'

const METRICS = ['R@5', 'R@10', 'full@5', 'full@8', 'full@10', 'mrr@10', 'ndcg@10']
const SYSTEMS = ['random', 'bm25', 'dense', 'hybrid', 'packgraph', 'packgraph-no-graph', 'packgraph-no-dense']

describe('packgraph eval', () => {
  let dataset: DatasetFolder
  let workspace: Workspace

  beforeAll(() => {
    dataset = writeDataset()
  })
  afterAll(() => dataset.remove())
  beforeEach(() => {
    workspace = createWorkspace()
  })
  afterEach(() => workspace.remove())

  const run = (...parameters: readonly string[]) => runCli(['eval', ...parameters], { cwd: workspace.folder })

  it.each(['retrieval', 'pack', 'm6', 'extraction', 'sessions', 'compression'])(
    'has the help of %s pinned',
    async (command) => {
      const { stdout, exitCode } = await run(command, '--help')
      expect(exitCode).toBe(0)
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
      await expect(stdout).toMatchFileSnapshot(`../../pins/cli/help/eval-${command}.txt`)
    },
  )

  it('prints retrieval figures in the pinned shape, and writes nothing unasked', async () => {
    const { stdout, stderr, exitCode } = await run('retrieval', '--dataset', dataset.folder, '--json')
    expect(exitCode).toBe(0)
    const result = JSON.parse(stdout)
    expect([result.dataset, result.questions]).toEqual(['tiny', 3])
    expect(Object.keys(result.systems)).toEqual(SYSTEMS)
    for (const scores of Object.values<object>(result.systems)) {
      expect(Object.keys(scores)).toEqual(METRICS)
      for (const value of Object.values(scores)) expect(value).toEqual(expect.any(Number))
    }
    expect(Object.keys(result.differences.bm25)).toEqual(METRICS)
    expect(result.perQuestion).toBeUndefined()
    expect(stderr).toContain('indexing: 7 of 7\n')
    expect(stderr).toContain('packgraph-no-dense: 3 of 3\n')
    expect(readdirSync(workspace.folder)).toEqual([])
  })

  it('replays conversations, and asks for them where there are none of its own', async () => {
    const { stdout, exitCode } = await run(
      'compression',
      '--data',
      OWN_CONVERSATIONS,
      '--keep',
      '40',
      '--json',
      '--quiet',
    )
    expect(exitCode).toBe(0)
    const { kind, transcripts, groups } = JSON.parse(stdout)
    expect({ kind, transcripts }).toEqual({ kind: 'compression', transcripts: 5 })
    expect(Object.keys(groups['desk-and-terminal'].budgets[0].arms.everything)).toEqual([
      'kept',
      'keptBesideKey',
      'keptWhereFits',
      'answersKept',
      'tokenShare',
      'sharedPrefixShare',
      'effectiveRatio',
      'historyEffectiveRatio',
      'overflow',
      'cannotFit',
      'refused',
      'brokenPairs',
      'invalid',
      'miscounted',
      'levels',
    ])
    const asked = await run('compression')
    expect(asked.exitCode).toBe(2)
    expect(asked.stderr).toContain('--data')
  })

  it('prints extraction figures in the pinned shape', async () => {
    const { stdout, stderr, exitCode } = await run(
      'extraction',
      '--dataset',
      dataset.folder,
      '--keep',
      '50',
      '--json',
      '--quiet',
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const { kind, keeps, differences } = JSON.parse(stdout)
    expect([kind, Object.keys(keeps), Object.keys(differences)]).toEqual(['extraction', ['50'], ['50']])
    expect(Object.keys(keeps['50'].question)).toEqual(['knowsQuestion', 'measures', 'kept', 'over'])
    expect(Object.keys(keeps['50'].question.measures)).toEqual(['answer', 'goldSentences', 'names', 'numbers'])
  })

  it('prints packing figures in the pinned shape', async () => {
    const parameters = ['pack', '--dataset', dataset.folder, '--budgets', '60,400', '--json', '--quiet']
    const { stdout, stderr, exitCode } = await run(...parameters)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const result = JSON.parse(stdout)
    expect([result.dataset, result.questions, result.tokenizer]).toEqual(['tiny', 3, 'tiktoken:o200k_base'])
    expect(Object.keys(result.budgets)).toEqual(['60', '400'])
    expect(Object.keys(result.budgets['400'])).toEqual([
      'default',
      'skip',
      'record',
      'density',
      'coverage',
      'min-relevance',
      'chain',
      'set-wise',
      'bm25',
      'dense',
      'hybrid',
      'random',
      'whole-corpus',
      'chunks-200',
    ])
    for (const policies of Object.values<Record<string, object>>(result.budgets)) {
      for (const scores of Object.values(policies)) {
        expect(scores).toMatchObject({
          evidenceRecall: expect.any(Number),
          fullEvidence: expect.any(Number),
          answerInPack: expect.any(Number),
          budgetUsed: expect.any(Number),
          overflow: 0,
          recounted: 3,
          miscounted: 0,
        })
      }
    }
  })

  it('prints figures by weights in the pinned shape', async () => {
    const { stdout, exitCode } = await run('m6', '--dataset', dataset.folder, '--budgets', '60', '--json', '--quiet')
    expect(exitCode).toBe(0)
    const { kind, generations } = JSON.parse(stdout)
    expect([kind, Object.keys(generations)]).toEqual(['m6', ['o200k', 'cl100k']])
    for (const arms of Object.values<Record<string, object>>(generations.o200k.budgets['60'])) {
      expect(Object.keys(arms).slice(0, 4)).toEqual(['o200k', 'cl100k', 'heuristic@1', 'chars/4'])
      for (const scores of Object.values(arms))
        expect(scores).toMatchObject({ overflow: 0, recounted: 3, miscounted: 0 })
    }
  })

  it('prints figures of sessions in the pinned shape', async () => {
    const parameters = [
      'sessions',
      '--dataset',
      dataset.folder,
      '--budgets',
      '200',
      '--questions',
      '3',
      '--json',
      '--quiet',
    ]
    const { stdout, exitCode } = await run(...parameters)
    expect(exitCode).toBe(0)
    const { kind, sequences, questionsPerSession, budgets } = JSON.parse(stdout)
    expect([kind, sequences, questionsPerSession]).toEqual(['sessions', 1, 3])
    expect(Object.keys(budgets['200'])).toEqual(['stateless', 'session', 'no-eviction', 'carried-first'])
    for (const scores of Object.values<object>(budgets['200'])) {
      expect(scores).toMatchObject({
        sharedPrefixShare: expect.any(Number),
        evidenceRecall: expect.any(Number),
        effectiveRatio: { anthropic: { mean: expect.any(Number) }, openai: {}, deepseek: {} },
        overflow: 0,
        recounted: 3,
        miscounted: 0,
      })
    }
  })

  it('prints a summary for people and writes three files where it is told to', async () => {
    const { stdout, stderr, exitCode } = await run('retrieval', '--dataset', dataset.folder, '--out', 'results')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^# Retrieval: tiny\n/)
    expect(stderr).toContain(`wrote ${join('results', 'report.html')}\n`)
    const read = (name: string) => readFileSync(join(workspace.folder, 'results', name), 'utf8')
    expect(read('retrieval.md')).toBe(stdout)
    expect(read('report.html')).toMatch(/^<!doctype html>/)
    expect(JSON.parse(read('retrieval.json')).perQuestion).toHaveLength(3)
  })

  it('has a folder for results in a clone of the project', async () => {
    workspace.write('package.json', '{"name":"packgraph"}')
    mkdirSync(join(workspace.folder, 'eval'))
    workspace.write('eval/index.ts', '')
    await run('pack', '--dataset', dataset.folder, '--budgets', '60')
    expect(existsSync(join(workspace.folder, 'eval/results/tiny/report.html'))).toBe(true)
  })

  it.each([
    [['retrieval'], '--dataset is required'],
    [['retrieval', '--dataset', 'nowhere'], 'the dataset nowhere has no corpus.jsonl'],
    [['pack', '--dataset', 'nowhere', '--budgets', '512,1k'], 'A budget is a whole number in digits, 1 or more'],
    [['pack', '--dataset', 'nowhere', '--budgets', ''], 'A budget is a whole number in digits, 1 or more'],
    [['retrieval', '--dataste', 'x'], '--dataset'],
    [['retrievel'], 'retrieval'],
  ] as const)('refuses %j', async (parameters, message) => {
    const { stdout, stderr, exitCode } = await run(...parameters)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  })

  it('names the line of a question whose evidence is not in the corpus', async () => {
    const broken = writeDataset(undefined, lines([tinyQueries[0]!, { id: 'q', question: 'Where?', gold: ['nowhere'] }]))
    const { stderr, exitCode } = await run('retrieval', '--dataset', broken.folder)
    broken.remove()
    expect(exitCode).toBe(2)
    expect(stderr).toContain('queries.jsonl, line 2: the gold id “nowhere” is not in corpus.jsonl')
  })

  it('stops at Ctrl-C with exit 130 and leaves neither results nor an index', async () => {
    const many = Array.from({ length: 4000 }, (_, n) => ({ ...tinyCorpus[n % 7]!, id: `d${n}` }))
    const large = writeDataset(lines(many), lines([{ id: 'q', question: 'Where is Oakport?', gold: ['d0'] }]))
    const temporary = join(workspace.folder, 'temporary')
    mkdirSync(temporary)
    const parameters = ['eval', 'retrieval', '--dataset', large.folder, '--out', 'results']
    const started = startCli(parameters, { cwd: workspace.folder, env: { TMPDIR: temporary } })
    await expect.poll(() => readdirSync(temporary).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
    started.process.kill('SIGINT')
    const { exitCode, stdout } = await started.finished
    large.remove()
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' })
    expect(readdirSync(temporary)).toEqual([])
    expect(existsSync(join(workspace.folder, 'results'))).toBe(false)
  })
})
