import { CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { BudgetError, PackgraphError } from '../../../src/domain/errors.ts'
import { errorObject, reportError, UsageError } from '../../../src/interfaces/cli/report-error.ts'
import { fakeTerminal } from './fake-terminal.ts'

function report(error: unknown): { readonly exitCode: number; readonly stderr: string } {
  const { terminal, written } = fakeTerminal()
  const exitCode = reportError(error, terminal)
  expect(written.stdout).toBe('')
  return { exitCode, stderr: written.stderr }
}

describe('an error', () => {
  it('that was to be expected is one line and a hint', () => {
    const error = new PackgraphError('UNKNOWN_MODEL', 'no tokenizer is known\nfor gpt-9', { hint: 'Name one.' })
    expect(report(error)).toEqual({
      exitCode: 2,
      stderr: 'packgraph: no tokenizer is known for gpt-9\nhint: Name one.\n',
    })
    expect(report(new BudgetError('too small'))).toEqual({ exitCode: 3, stderr: 'packgraph: too small\n' })
    expect(report(new UsageError('no query'))).toEqual({ exitCode: 2, stderr: 'packgraph: no query\n' })
  })

  it('has a hint in the words of the command line', () => {
    const error = new PackgraphError('INDEX_READ_ONLY', 'a.packgraph is open for reading only', {
      hint: 'Open it without readOnly.',
    })
    const hint = 'Run the command where the index file and its folder can be written.'
    expect(report(error)).toEqual({ exitCode: 2, stderr: `packgraph: ${error.message}\nhint: ${hint}\n` })
    expect(errorObject(error)).toMatchObject({ hint })
  })

  it('names the options of the command line where a budget is out of reach', () => {
    const facts = { budgetTokens: 20, neededTokens: 1_300, protectedTokens: 900 }
    const { stderr } = report(new BudgetError('out of reach', { facts, hint: 'Use allowOver.' }))
    expect(stderr).toContain('--budget 1300')
    expect(stderr).toContain('--allow-over')
    expect(stderr).not.toContain('allowOver')
  })

  it('that was not comes with its stack and its causes', () => {
    const { exitCode, stderr } = report(new Error('broken', { cause: new TypeError('deeper') }))
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^packgraph: unexpected error; this is a defect\nError: broken\n {4}at /)
    expect(stderr).toMatch(/caused by: TypeError: deeper\n {4}at /)
    expect(report('thrown text')).toMatchObject({ exitCode: 1 })
  })

  it('that stands for an interruption says nothing', () => {
    expect(report(new PackgraphError('CANCELLED', 'cancelled'))).toEqual({ exitCode: 130, stderr: '' })
    expect(report(new DOMException('aborted', 'AbortError'))).toEqual({ exitCode: 130, stderr: '' })
  })

  it('that commander has printed is not printed again', () => {
    expect(report(new CommanderError(1, 'commander.unknownOption', 'x'))).toEqual({ exitCode: 2, stderr: '' })
    expect(report(new CommanderError(0, 'commander.helpDisplayed', 'x'))).toEqual({ exitCode: 0, stderr: '' })
  })
})
