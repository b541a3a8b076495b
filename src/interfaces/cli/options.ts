import { InvalidArgumentError, Option } from 'commander'
import type { Filter, Metadata } from '../../index.ts'
import { defined } from './defined.ts'
import { formatNumber } from './format.ts'
import { UsageError } from './report-error.ts'

/** The most units that the library ranks for one question. */
const MAX_LIMIT = 10_000
/** The most threads that the library starts. */
const MAX_WORKERS = 256
const DEFAULT_INDEX = '.packgraph/index.packgraph'

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: true
  readonly quiet?: true
}

export interface FilterOptions {
  readonly collection?: string
  readonly uri?: string
  readonly filter?: Metadata
}

export const indexOption = (): Option =>
  new Option('--index <file>', 'the index').env('PACKGRAPH_INDEX').default(DEFAULT_INDEX).argParser(filled('The index'))

/** For commands about originals and savings, where the file need not be an index of documents. */
export const storeOption = (): Option =>
  new Option('--index, --store <file>', 'the index, or the store of compressed originals')
    .env('PACKGRAPH_INDEX')
    .default(DEFAULT_INDEX)
    .argParser(filled('The store'))

export const jsonOption = (): Option => new Option('--json', 'print JSON instead of text')

export const quietOption = (): Option => new Option('-q, --quiet', 'print results and errors only')

export const tokenizerOption = (purpose: string): Option =>
  new Option('--tokenizer <name>', purpose).argParser(filled('The tokenizer'))

export const modelOption = (): Option =>
  new Option('--model <name>', 'the model, whose tokenizer is looked up')
    .argParser(filled('The model'))
    .conflicts('tokenizer')

export const embedderOption = (purpose: string): Option =>
  new Option('--embedder <name>', purpose).argParser(filled('The embedder'))

export const limitOption = (description: string): Option =>
  new Option('-n, --limit <number>', `${description} (up to 10,000)`).argParser(wholeNumber('The limit', 1, MAX_LIMIT))

export const maxFileBytesOption = (): Option =>
  new Option('--max-file-bytes <number>', 'skip larger files and records (default: 64 MiB)').argParser(
    wholeNumber('The size', 1),
  )

export const workersOption = (): Option =>
  new Option(
    '--workers <number>',
    'threads that help; 0 for none (default: one a processor but one, at most 4)',
  ).argParser(wholeNumber('The number of workers', 0, MAX_WORKERS))

export const budgetOption = (): Option =>
  new Option('--budget <tokens>', 'the most tokens that the text may have (required)').argParser(
    wholeNumber('The budget', 1),
  )

export const cacheProfileOption = (): Option =>
  new Option('--cache-profile <name>', 'tell repeated calls under this cache profile (repeatable)').argParser(
    collect('The cache profile'),
  )

export const queryFileOption = (): Option =>
  new Option('--query-file <file>', 'one query a line ("-": stdin), one line of JSON each')

export const collectionOption = (description: string): Option =>
  new Option('--collection <name>', description).argParser(filled('The collection'))

export const filterOptions = (): readonly Option[] => [
  collectionOption('only documents of this collection'),
  new Option('--uri <uri>', 'only this document, or a prefix that ends in *').argParser(filled('The uri')),
  new Option('--filter <key=value>', 'only documents with this metadata (repeatable)').argParser(addMetadata),
]

/** Puts the conditions of the command line together; undefined when there are none. */
export function filterOf(options: FilterOptions): Filter | undefined {
  const filter = defined({ collection: options.collection, uri: options.uri, metadata: options.filter })
  return Object.keys(filter).length > 0 ? filter : undefined
}

/**
 * Checks what commander would call mandatory, but would miss before it looks for misspelt options.
 * @throws UsageError when the option was not given.
 */
export function required<T>(value: T | undefined, flag: string): T {
  if (value === undefined) throw new UsageError(`${flag} is required`, 'The options are listed by --help.')
  return value
}

/** Reads a whole number in plain digits, and nothing that only looks like one: `2k`, `1e3`, `0x10`, `2.5`. */
export function wholeNumber(
  what: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${formatNumber(most)}`
  return (text) => {
    const value = Number(text)
    if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`${what} is a whole number in digits, ${range}.`)
    }
    return value
  }
}

/** Refuses an empty text, which is mostly a variable that was not set. */
export function filled(what: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '') throw new InvalidArgumentError(`${what} is not named: the text is empty.`)
    return text
  }
}

/** Adds one more value of an option that may be repeated. */
export function collect(what: string): (value: string, earlier?: readonly string[]) => readonly string[] {
  const check = filled(what)
  return (value, earlier = []) => [...earlier, check(value)]
}

/** `year=2024` is a number, `draft=true` a boolean, `kind=note` a text: what is JSON is read as JSON. */
function addMetadata(text: string, earlier: Metadata = {}): Metadata {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('A filter has the form key=value.')
  return { ...earlier, [text.slice(0, at)]: jsonOrText(text.slice(at + 1)) }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
