import type { Incidence, Unit } from '../../domain/hyperedge.ts'
import { foldAccents } from '../../domain/text/fold.ts'
import { isNameable, nameKey, nameTokens } from '../../domain/text/names.ts'
import { splitSentences } from '../../domain/text/sentences.ts'
import type { EntityExtractor } from '../../ports/entity-extractor.ts'
import { CAPITAL_RUN } from './capital-run.ts'
import { leadNames } from './lead-names.ts'

/** Where a run may be two names: `Oxford and Cambridge`, `Museum of Art in Boston`. */
const RUN_JOINT = /,? (?:and|&|in|for|on|at|to) (?:the )?/g
const TITLE_JOINT = / of (?:the )?/
/** Innermost pairs: a bracket that nothing closes is given up at the next one, so that a title of brackets takes linear time. */
const BRACKETED = /[([][^()[\]]*[)\]]/g
/** What may stand before the first word of a sentence. */
const OPENING = /^[^\p{L}\p{N}]*/u
/** Some megabytes of runs with their names. */
const MAX_CACHED_RUNS = 20_000
const MAX_CACHED_CHARACTERS = 80
/** A unit is about what it is named after, more than about what it mentions. */
const OWNED_WEIGHT = 3

interface Mentions {
  weight: number
  sentences: number[]
  owned: Incidence['owned']
}

/**
 * Names and entities by rule, without a model: a unit owns its document's title and its innermost heading, or, where a document opens with neither, the subject
 * of its first words; it mentions every capital run of its title and text and the parts of one. Linear in the text.
 */
export const ruleExtractor: EntityExtractor = {
  identity: 'rules@2',
  extract(unit: Pick<Unit, 'text' | 'headingPath' | 'ordinal'>, documentTitle: string): readonly Incidence[] {
    const found = new Map<string, Mentions>()
    for (const { tokens, owned } of ownNames(unit, documentTitle)) {
      if (!found.has(nameKey(tokens))) found.set(nameKey(tokens), { weight: OWNED_WEIGHT, sentences: [], owned })
    }
    for (const name of titleNames(documentTitle)) {
      if (!found.has(name)) found.set(name, { weight: 1, sentences: [], owned: false })
    }
    const text = unit.text
    splitSentences(text).forEach(({ start, end }, sentence) => {
      for (const name of capitalNames(text.slice(start, end))) addMention(found, name, sentence)
    })
    return Array.from(found, ([entity, mentions]) => ({ entity, ...mentions }))
  },
}

function addMention(found: Map<string, Mentions>, entity: string, sentence: number): void {
  const mentions = found.get(entity)
  if (!mentions) {
    found.set(entity, { weight: 1, sentences: [sentence], owned: false })
    return
  }
  mentions.weight++
  if (mentions.sentences.at(-1) !== sentence) mentions.sentences.push(sentence)
}

interface OwnName {
  readonly tokens: readonly string[]
  readonly owned: 'title' | 'lead'
}

function ownNames(
  { text, headingPath, ordinal }: Pick<Unit, 'text' | 'headingPath' | 'ordinal'>,
  documentTitle: string,
): readonly OwnName[] {
  const heading = headingPath.at(-1) ?? ''
  // Only the beginning of a document introduces what it is about; first words further down introduce a paragraph.
  if (documentTitle === '' && heading === '' && ordinal === 0) {
    return leadNames(text).map((tokens) => ({ tokens, owned: 'lead' }))
  }
  const names: OwnName[] = []
  for (const title of [documentTitle, heading]) {
    const bare = title.replace(BRACKETED, '').trim()
    const tokens = nameTokens(bare === '' ? title : bare)
    const isStrong = title === documentTitle && /^[\p{Lu}\p{N}]/u.test(foldAccents(title))
    if (isNameable(tokens)) names.push({ tokens, owned: isStrong ? 'title' : 'lead' })
  }
  return names
}

/** The names within a title, `of` parting them as well: a “History of Scotland” is found by who speaks of Scotland. */
function titleNames(title: string): string[] {
  return [
    title,
    ...title
      .split(TITLE_JOINT)
      .slice(1)
      .map((part) => `of ${part}`),
  ].flatMap(capitalNames)
}

/** Keys of the names in one sentence, in order, repeats kept. */
function capitalNames(sentence: string): string[] {
  const names: string[] = []
  const folded = foldAccents(sentence)
  const opening = OPENING.exec(folded)?.[0].length ?? 0
  CAPITAL_RUN.lastIndex = 0
  for (let match = CAPITAL_RUN.exec(folded); match !== null; match = CAPITAL_RUN.exec(folded)) {
    for (const { key, offset, isSingle } of namesOfRun(match[0])) {
      // A capital that opens a sentence says nothing.
      if (!isSingle || match.index + offset > opening) names.push(key)
    }
  }
  return names
}

/** A name in a capital run. */
interface RunName {
  readonly key: string
  /** Where it begins in the run. */
  readonly offset: number
  /** Whether it is one token. */
  readonly isSingle: boolean
}

const cache = new Map<string, readonly RunName[]>()

/** The names that a capital run may be: the whole of it, and its parts where it may be two names. Most runs of a corpus come again and again. */
function namesOfRun(run: string): readonly RunName[] {
  const known = cache.get(run)
  if (known !== undefined) return known
  const names = withParts(run).flatMap(({ text, offset }): RunName[] => {
    const tokens = nameTokens(text)
    return isNameable(tokens) ? [{ key: nameKey(tokens), offset, isSingle: tokens.length === 1 }] : []
  })
  if (run.length > MAX_CACHED_CHARACTERS) return names
  if (cache.size >= MAX_CACHED_RUNS) cache.clear()
  cache.set(run, names)
  return names
}

function withParts(run: string): readonly { text: string; offset: number }[] {
  const parts = [{ text: run, offset: 0 }]
  let start = 0
  for (const joint of run.matchAll(RUN_JOINT)) {
    parts.push({ text: run.slice(start, joint.index), offset: start })
    start = joint.index + joint[0].length
  }
  if (start > 0) parts.push({ text: run.slice(start), offset: start })
  return parts
}
