import { describe, expect, it } from 'vitest'
import { severityOf } from '../../../src/compress/tool-output/text/severity.ts'

describe('the severity of a line', () => {
  it.each([
    'ERROR: disk full',
    'error[E0308]: mismatched types',
    'TypeError: x is not a function',
    'java.lang.NullPointerException',
    'Traceback (most recent call last):',
    "thread 'main' panicked at src/main.rs:4",
    'FAIL src/app.test.ts',
    '  ✕ adds numbers',
    'Process exited with code 2',
    '<failure type="AssertionError">',
  ])('is a report for “%s”', (line) => {
    expect(severityOf(line)).toBe(2)
  })

  it.each(['connection refused', 'request timed out', 'it throws an error when empty', 'cannot open file'])(
    'is a mention for “%s”',
    (line) => {
      expect(severityOf(line)).toBe(1)
    },
  )

  it.each([
    '0 failed, 12 passed',
    'no errors',
    'Failures: 0',
    '<testsuite errors="0" failures="0">',
    'without any errors',
    'node --fail-fast test.js',
    'terror and failover are other words',
    'all is well',
  ])('is nothing for “%s”', (line) => {
    expect(severityOf(line)).toBe(0)
  })

  it('sees a failure beside a denial', () => {
    expect(severityOf('0 errors in lint; FAILED to link')).toBe(2)
  })
})
