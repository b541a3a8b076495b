import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wholeNumber } from '../options.ts'

/** In a clone of packgraph itself, results have a place that git ignores; anywhere else nothing is written unasked. */
export function ownResultsFolder(dataset: string): string | undefined {
  return isOwnClone() ? join('eval', 'results', dataset) : undefined
}

/** A dataset of a clone of packgraph itself, where this is one. */
export function ownDataset(name: string): string | undefined {
  return isOwnClone() ? join('eval', 'datasets', name) : undefined
}

/** Reads `30,50`. */
export function wholeNumbers(text: string): readonly number[] {
  return text.split(',').map((part) => wholeNumber('A budget', 1)(part.trim()))
}

function isOwnClone(): boolean {
  if (!existsSync('package.json') || !existsSync(join('eval', 'index.ts'))) return false
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly name?: unknown }
  return name === 'packgraph'
}
