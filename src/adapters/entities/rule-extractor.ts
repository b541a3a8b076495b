import type { Incidence, Unit } from '../../domain/hyperedge.ts'
import { foldAccents } from '../../domain/text/fold.ts'
import { isNameable, nameKey, nameTokens } from '../../domain/text/names.ts'
import { splitSentences } from '../../domain/text/sentences.ts'
import type { EntityExtractor } from '../../ports/entity-extractor.ts'

/** A capitalised word, then further ones joined by a space, a full stop or up to two particles: `Charles de Gaulle`, `Bank of the West`. */
const CAPITAL_RUN =
  /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}_'’-]*(?:(?:\.\s|\s|\.)(?:(?:of|the|de|da|di|del|della|der|den|van|von|bin|ibn|al|el|la|le|du|des|and|&|for|in|on|at|to)\s){0,2}[\p{Lu}\p{N}][\p{L}\p{N}_'’-]*)*/gu
/** Where a run may be two names: `Oxford and Cambridge`, `Museum of Art in Boston`. */
const RUN_JOINT = /,? (?:and|&|in|for|on|at|to) (?:the )?/g
/** Innermost pairs: a bracket that nothing closes is given up at the next one, so that a title of brackets takes linear time. */
const BRACKETED = /[([][^()[\]]*[)\]]/g
/** How a text introduces its subject: `Ed Wood is a …`, `Boston (Massachusetts) …`. */
const LEAD =
  /^[\s"'“‘`#*]*(?:The |A |An )?(.{2,80}?)["'”’`]*(?:\s*\(|,|:|\n|(?<!(?:^|[^\p{L}])\p{Lu})\.\s| is | was | are | were | refers )/u
const LEAD_WINDOW = 200
const MAX_LEAD_TOKENS = 8
/** A unit is about what it is named after, more than about what it mentions. */
const OWNED_WEIGHT = 3

interface Mentions {
  weight: number
  sentences: number[]
  owned: Incidence['owned']
}

/**
 * Names and entities by rule, without a model: a unit owns its document's title and its innermost heading, or, with neither, the subject of its first words; it
 * mentions every capital run and the parts of one. Linear in the text.
 */
export const ruleExtractor: EntityExtractor = {
  identity: 'rules@1',
  extract(unit: Pick<Unit, 'text' | 'headingPath' | 'kind'>, documentTitle: string): readonly Incidence[] {
    const found = new Map<string, Mentions>()
    for (const { tokens, owned } of ownNames(unit, documentTitle)) {
      if (!found.has(nameKey(tokens))) found.set(nameKey(tokens), { weight: OWNED_WEIGHT, sentences: [], owned })
    }
    const text = unit.text
    splitSentences(text).forEach(({ start, end }, sentence) => {
      for (const tokens of capitalNames(text.slice(start, end))) addMention(found, nameKey(tokens), sentence)
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

function ownNames(unit: Pick<Unit, 'text' | 'headingPath'>, documentTitle: string): readonly OwnName[] {
  const heading = unit.headingPath.at(-1) ?? ''
  const names: OwnName[] = []
  for (const title of [documentTitle, heading]) {
    const bare = title.replace(BRACKETED, '').trim()
    const tokens = nameTokens(bare === '' ? title : bare)
    const isStrong = title === documentTitle && isCapitalised(title)
    if (isNameable(tokens)) names.push({ tokens, owned: isStrong ? 'title' : 'lead' })
  }
  if (documentTitle !== '' || heading !== '') return names
  const lead = LEAD.exec(foldAccents(unit.text.slice(0, LEAD_WINDOW)))?.[1]
  if (lead === undefined || !isCapitalised(lead)) return names
  const tokens = nameTokens(lead)
  if (tokens.length <= MAX_LEAD_TOKENS && isNameable(tokens)) names.push({ tokens, owned: 'lead' })
  return names
}

function isCapitalised(text: string): boolean {
  return /^[\p{Lu}\p{N}]/u.test(foldAccents(text))
}

/** The names in one sentence, in order, repeats kept. */
function capitalNames(sentence: string): (readonly string[])[] {
  const names: (readonly string[])[] = []
  const folded = foldAccents(sentence)
  const opening = /^[^\p{L}\p{N}]*/u.exec(folded)?.[0].length ?? 0
  for (const match of folded.matchAll(CAPITAL_RUN)) {
    for (const { text, offset } of withParts(match[0])) {
      const tokens = nameTokens(text)
      if (!isNameable(tokens)) continue
      const opensSentence = match.index + offset <= opening
      if (opensSentence && tokens.length === 1) continue
      names.push(tokens)
    }
  }
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
