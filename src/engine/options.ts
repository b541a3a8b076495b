import { z } from 'zod'
import { DIALECTS } from '../domain/conversation.ts'
import type { DocumentInput } from '../domain/document.ts'
import { BudgetError, PackgraphError } from '../domain/errors.ts'
import { LEDGER_KINDS } from '../domain/ledger.ts'
import { nearestName } from '../domain/nearest-name.ts'
import { MAX_TEXT_BYTES } from '../ingest/decode.ts'
import type { SelectionPolicy } from '../ports/selection-policy.ts'
import { bytes, documentSchema, metadata } from './document-schema.ts'
import { requestShape } from './request-schema.ts'
import { count, sessionState } from './session-state.ts'
import { shadowAnswers } from './shadow-schema.ts'
import { expandShape, slimShape } from './slim-schema.ts'
import { contextUsage, pressureShape, requestUsage } from './usage-schema.ts'

/** Zod's part in packgraph: what a caller passes is checked here once, and nowhere behind. */

const listener = z
  .custom<(event: never) => void>((value) => typeof value === 'function', 'must be a function')
  .optional()
const signal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, 'must be an AbortSignal').optional()
const operation = { onEvent: listener, signal }
/** Timers of Node fire at once when they are set for longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** More threads than any machine has work for are a mistake, and each takes tens of megabytes. */
const workers = z.number().int().nonnegative().max(256).optional()
const name = z.string().min(1)
const namedOrObject = z.union([
  name,
  z.custom<object>((value) => typeof value === 'object' && value !== null, 'must be a name or an object'),
])

const moment = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'must be a day as 2026-11-30, or a moment with its offset as 2026-11-30T10:00:00Z',
  )
  .optional()

const filter = z
  .strictObject({ collection: name.optional(), uri: name.optional(), metadata: metadata.optional() })
  .optional()

const lanes = z
  .array(z.enum(['lexical', 'dense', 'graph']))
  .refine(
    (names) => names.includes('lexical') || names.includes('dense'),
    'must hold lexical or dense: the graph starts from what these find',
  )
  .optional()

/** A public function that takes options. */
export type Operation =
  | 'openIndex'
  | 'add'
  | 'addFiles'
  | 'remove'
  | 'rename'
  | 'recost'
  | 'prepare'
  | 'verify'
  | 'rebuild'
  | 'search'
  | 'documents'
  | 'show'
  | 'savings'
  | 'judgeShadow'
  | 'pressure'
  | 'pack'
  | 'session'
  | 'compressMarkdown'
  | 'compressRequest'
  | 'slim'
  | 'expand'
  | 'countTokens'
  | 'countRequest'

const packing = {
  tokenizer: namedOrObject.optional(),
  model: name.optional(),
  filter,
  lanes,
  preamble: z.string().optional(),
  reserveTokens: z.number().int().nonnegative().optional(),
  pin: z.array(name).optional(),
  fill: z.union([z.boolean(), z.literal('whole')]).optional(),
  selection: z.custom<SelectionPolicy>((value) => typeof value === 'function', 'must be a function').optional(),
  verify: z.enum(['always', 'when-mismatched']).optional(),
  limit: z.number().int().positive().max(10_000).optional(),
  appendQuery: z.boolean().optional(),
  stamp: z.string().optional(),
}

const counting = { tokenizer: namedOrObject.optional(), model: name.optional(), signal }

const schemas: Readonly<Record<Operation, z.ZodObject>> = {
  openIndex: z.strictObject({
    tokenizer: namedOrObject.optional(),
    embedder: namedOrObject.optional(),
    create: z.boolean().optional(),
    readOnly: z.boolean().optional(),
    busyTimeoutMs: z.number().int().nonnegative().optional(),
    hnswFromVectors: z.union([z.number().int().positive(), z.literal(Number.POSITIVE_INFINITY)]).optional(),
    onEvent: listener,
  }),
  add: z.strictObject({ ...operation, collection: name.optional(), workers }),
  addFiles: z.strictObject({
    ...operation,
    collection: name.optional(),
    latin1: z.boolean().optional(),
    prune: z.boolean().optional(),
    maxFileBytes: z.number().int().positive().max(MAX_TEXT_BYTES).optional(),
    workers,
  }),
  remove: z.strictObject({ signal, collection: name.optional() }),
  rename: z.strictObject({ collection: name.optional() }),
  recost: z.strictObject(operation),
  prepare: z.strictObject(operation),
  verify: z.strictObject({ ...operation, limit: z.number().int().nonnegative().optional() }),
  rebuild: z.strictObject(operation),
  search: z.strictObject({
    signal,
    limit: z.number().int().positive().max(10_000).optional(),
    filter,
    lanes,
  }),
  documents: z.strictObject({
    filter,
    after: z.strictObject({ collection: z.string(), uri: z.string() }).optional(),
    limit: z.number().int().positive().optional(),
  }),
  savings: z.strictObject({
    signal,
    since: moment,
    until: moment,
    kind: z.enum(LEDGER_KINDS).optional(),
    tokenizer: name.optional(),
  }),
  judgeShadow: z.strictObject({ signal }),
  pressure: z.strictObject({ ...pressureShape, cacheProfile: namedOrObject.optional() }),
  show: z.strictObject({
    collection: name.optional(),
    linesAround: z.number().int().nonnegative().optional(),
    maxBytes: z.number().int().min(4).optional(),
  }),
  pack: z.strictObject({ ...packing, signal }),
  session: z.strictObject({
    ...packing,
    state: sessionState.optional(),
    freshTokens: count.optional(),
    expectedCalls: z.number().nonnegative().optional(),
    cacheProfile: namedOrObject.optional(),
  }),
  compressMarkdown: z.strictObject({
    ...operation,
    tokenizer: namedOrObject.optional(),
    model: name.optional(),
    query: z.string().optional(),
    stamp: z.string().optional(),
    allowOver: z.boolean().optional(),
    summarizer: namedOrObject.optional(),
    summarizerTimeoutMs: z.number().int().positive().max(LONGEST_TIMER_MS).optional(),
    cacheProfiles: z.array(namedOrObject).optional(),
  }),
  compressRequest: z.strictObject({
    ...requestShape,
    ...operation,
    tokenizer: namedOrObject.optional(),
    model: name.optional(),
  }),
  slim: z.strictObject({ ...slimShape, ...operation, tokenizer: namedOrObject.optional(), model: name.optional() }),
  expand: z.strictObject({ ...expandShape, onEvent: listener }),
  countTokens: z.strictObject(counting),
  countRequest: z.strictObject({ ...counting, dialect: z.enum(DIALECTS) }),
}

/** What public functions take beside options. */
export type Argument =
  | 'ref'
  | 'documents'
  | 'paths'
  | 'uris'
  | 'uri'
  | 'query'
  | 'path'
  | 'text'
  | 'tokenizer'
  | 'input'
  | 'id'
  | 'usage'
  | 'context'
  | 'answers'

const argumentSchemas: Readonly<Record<Argument, z.ZodType>> = {
  documents: z.custom<object>(isIterable, 'must be a list of documents, or something else to iterate over'),
  paths: z.array(name),
  uris: z.array(z.string()),
  uri: name,
  query: z.string(),
  ref: z.string(),
  id: name,
  usage: requestUsage,
  context: contextUsage,
  answers: shadowAnswers,
  path: z.string(),
  text: z.string(),
  tokenizer: namedOrObject,
  input: z.union([z.string(), bytes], 'must be a text or a Uint8Array'),
}

/**
 * Checks the options that a caller passed; everything behind relies on it.
 * @throws PackgraphError `INVALID_OPTION`; an unknown key names the nearest known one.
 */
export function checkOptions(operation: Operation, options: unknown): void {
  checkValue(schemas[operation], options, `the options of ${operation}`, 'INVALID_OPTION')
}

/**
 * Checks an argument that is no option. A string is no list, although it can be iterated over: its characters would be taken for paths.
 * @throws PackgraphError `INPUT`.
 */
export function checkArgument(argument: Argument, value: unknown): void {
  checkValue(argumentSchemas[argument], value, `the ${argument}`, 'INPUT')
}

/** @throws BudgetError when a budget is not a positive whole number of tokens. */
export function checkBudget(budgetTokens: number): void {
  if (Number.isSafeInteger(budgetTokens) && budgetTokens > 0) return
  throw new BudgetError(`a budget is a positive whole number of tokens, not ${String(budgetTokens)}`, {
    facts: { budgetTokens },
  })
}

/**
 * Checks one document.
 * @throws PackgraphError `INPUT`.
 */
export function checkDocument(document: unknown): DocumentInput {
  checkValue(documentSchema, document, 'the document', 'INPUT')
  return document as DocumentInput
}

/**
 * Checks a value against a schema.
 * @throws PackgraphError with this code; an unknown key names the nearest known one.
 */
export function checkValue(schema: z.ZodType, value: unknown, what: string, code: 'INVALID_OPTION' | 'INPUT'): void {
  const result = schema.safeParse(value)
  if (result.success) return
  const issue = result.error.issues[0]!
  if (issue.code === 'unrecognized_keys')
    throw unknownKey(issue.keys[0] ?? '', knownKeys(schema, issue.path), issue.path, what, code)
  const path = issue.path.length > 0 ? `${issue.path.join('.')} ` : ''
  throw new PackgraphError(code, `${what}: ${path}${lowerFirst(issue.message)}`, { facts: { path: issue.path } })
}

function unknownKey(
  key: string,
  known: readonly string[],
  path: readonly PropertyKey[],
  what: string,
  code: 'INVALID_OPTION' | 'INPUT',
): PackgraphError {
  const nearest = nearestName(key, known)
  return new PackgraphError(code, `${what}: there is no “${[...path, key].join('.')}”`, {
    facts: { key, known },
    hint: nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean “${nearest}”?`,
  })
}

/** The keys of the object that a path leads to. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => knownKeys(option as z.ZodType, path))
  if (!(inner instanceof z.ZodObject)) return []
  const [key, ...rest] = path
  return key === undefined ? Object.keys(inner.shape) : knownKeys(inner.shape[String(key)], rest)
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
