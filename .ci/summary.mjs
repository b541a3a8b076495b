// Prints `N passed, N failed` from a vitest JSON report and fails unless tests ran and none failed.
import { readFileSync } from 'node:fs'

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const passed = report.numPassedTests
// A file that could not even be loaded has no failed test of its own, but it failed.
const filesThatBroke = report.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
)
const failed = report.numFailedTests + filesThatBroke.length

for (const file of filesThatBroke) console.log(`broke: ${file.name}`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0 || !report.success) process.exitCode = 1
