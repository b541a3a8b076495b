import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../../.ci/summary.mjs')
const folder = mkdtempSync(join(tmpdir(), 'packgraph-summary-'))

function summarise(report: object | undefined): { readonly line: string; readonly status: number | null } {
  const file = join(folder, report === undefined ? 'none.json' : 'report.json')
  if (report !== undefined) writeFileSync(file, JSON.stringify(report))
  const { stdout, status } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
  return { line: stdout.trimEnd().split('\n').at(-1) ?? '', status }
}

const passing = { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }
const failing = { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] }
const broken = { name: 'c.test.ts', status: 'failed', assertionResults: [] }

describe('the summary of a continuous integration run', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('counts and succeeds when every test passed', () => {
    const report = { success: true, numPassedTests: 12, numFailedTests: 0, testResults: [passing] }
    expect(summarise(report)).toEqual({ line: '12 passed, 0 failed', status: 0 })
  })

  it('counts and fails when a test failed', () => {
    const report = { success: false, numPassedTests: 11, numFailedTests: 1, testResults: [passing, failing] }
    expect(summarise(report)).toEqual({ line: '11 passed, 1 failed', status: 1 })
  })

  it('counts a file that cannot be loaded as a failure', () => {
    const report = { success: false, numPassedTests: 11, numFailedTests: 0, testResults: [passing, broken] }
    expect(summarise(report)).toEqual({ line: '11 passed, 1 failed', status: 1 })
  })

  it('fails when there was no test, or no report', () => {
    const report = { success: true, numPassedTests: 0, numFailedTests: 0, testResults: [] }
    expect(summarise(report)).toEqual({ line: '0 passed, 0 failed', status: 1 })
    expect(summarise(undefined).status).toBe(1)
  })
})
