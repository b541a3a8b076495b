/** Of the first lines, this many are looked at. */
const SAMPLE_LINES = 400
/** Text is source code when at least this share of its lines looks like it. */
const CODE_SHARE = 0.4
const LEAST_LINES = 8

const DIFF_HEADER = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|Index: \S|\*{15}$)/m
/** `cat -n` and the reading tools of agents print numbers before lines. */
const LINE_NUMBER = /^\s*(\d+)(?:\t|→)/
const LISTING_SHARE = 0.9
const JSON_LINE = /^\s*(?:[{[]|"[^"]*":)/
/** How statements end and begin in the common languages. */
const CODE_LINE =
  /[;{}]\s*$|^\s*[})\]][})\];,]*\s*$|(?:=>|\):|\b(?:do|then))\s*$|^\s*(?:(?:import|from|export|const|let|var|def|defp|defmodule|class|function|fn|func|return|if|elif|else|for|while|switch|case|try|catch|except|match|use|using|namespace|package|public|private|protected|static|impl|struct|enum|interface|type|module|require|alias|end)\b|#(?:include|define|if|endif)\b|@[a-z]|\/\/|\/\*|#!)/

/**
 * Whether an output is a diff, a patch, source code or a listing of a file with line numbers: somebody asked for those very lines, and none is left out. Headers of
 * diffs are looked for everywhere, code at the beginning.
 */
export function isNeverSampled(output: string, lines: readonly string[]): boolean {
  return DIFF_HEADER.test(output) || isListing(lines) || looksLikeCode(lines)
}

function isListing(lines: readonly string[]): boolean {
  const numbers = lines.slice(0, SAMPLE_LINES).flatMap((line) => LINE_NUMBER.exec(line)?.[1] ?? [])
  const ascending = numbers.filter((number, index) => Number(number) === Number(numbers[0]) + index).length
  return ascending >= LEAST_LINES && ascending >= LISTING_SHARE * Math.min(lines.length, SAMPLE_LINES)
}

function looksLikeCode(lines: readonly string[]): boolean {
  const sample = lines
    .slice(0, SAMPLE_LINES)
    .map((line) => line.replace(LINE_NUMBER, ''))
    .filter((line) => line.trim() !== '')
  // Lines of JSON end as code does.
  const codeLines = sample.filter((line) => CODE_LINE.test(line) && !JSON_LINE.test(line)).length
  return codeLines >= LEAST_LINES && codeLines >= CODE_SHARE * sample.length
}
