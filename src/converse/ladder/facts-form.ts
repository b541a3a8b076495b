import { COMPACT, printJson } from '../../compress/tool-output/json/json-layout.ts'
import { isList, JsonObject, type JsonTree } from '../../compress/tool-output/json/json-tree.ts'
import { type JsonFormTools, smallestJsonForm } from '../../compress/tool-output/json/smallest-json-form.ts'
import type { UnitForm } from '../../domain/conversation.ts'
import { fencedBlocks } from '../validate/fenced-blocks.ts'
import type { GivenPart, HistoryIndex, SaidPart } from './history-index.ts'

const NOTE_KEY = 'omitted'

/** What a shorter text is made with. */
export interface FactsTools extends JsonFormTools {
  /** Leads to the stored original of the unit. */
  readonly marker: string
}

/**
 * A unit in its place, with what matters of its texts: of JSON the leaves and rows that were chosen, in the smallest form; of other results their telling lines; of
 * what was said the sentences with a fact or a decision. A result that a later unit gives again, letter for letter, is told by a note. Calls and thoughts stay as they are. A text
 * that would not have fewer tokens stays as it is in `form`; one that lost something says so with the marker, and JSON and hoisted tables stay what they are. The cost is that of the smallest forms.
 */
export async function factsForm(
  position: number,
  form: UnitForm,
  index: HistoryIndex,
  tools: FactsTools,
): Promise<UnitForm> {
  const texts: { readonly message: number; readonly part: number; readonly text: string }[] = []
  for (const part of index.units[position]!) {
    if (part.kind === 'called') continue
    const present = form.texts.find((other) => other.message === part.message && other.part === part.index)
    const before = present?.text ?? part.part.text
    const after = part.kind === 'said' ? saidText(part, tools.marker) : await givenText(part, position, index, tools)
    const isShorter = after !== undefined && (await tools.count(after)) < (await tools.count(before))
    const text = isShorter ? after : present?.text
    if (text !== undefined) texts.push({ message: part.message, part: part.index, text })
  }
  return { level: 'facts', texts, line: null }
}

/** Undefined where nothing goes, or what is left would end within a block of code. */
function saidText({ part, telling }: SaidPart, marker: string): string | undefined {
  if (telling === part.text.trim() || fencedBlocks(telling).some(({ isClosed }) => !isClosed)) return undefined
  return telling === '' ? marker : `${telling} ${marker}`
}

async function givenText(
  { part, kept }: GivenPart,
  position: number,
  index: HistoryIndex,
  tools: FactsTools,
): Promise<string | undefined> {
  const { marker } = tools
  if (index.lastUnitGiving(part.text) > position) return `${marker} the same result stands again below`
  if (kept.is === 'text') return kept.omittedLines === 0 ? undefined : `${kept.text}\n${marker}`
  const { tree, omittedRows, omittedValues } = kept
  if (omittedRows + omittedValues === 0) return undefined
  const omitted = [omittedRows > 0 ? `rows: ${omittedRows}` : '', omittedValues > 0 ? `values: ${omittedValues}` : '']
  const note = `${marker} ${omitted.filter((what) => what !== '').join(', ')}`
  return tree === undefined ? `omitted ${note}` : notedJson(tree, note, tools)
}

/** JSON with a note of what is left out that stays what it is: a remark on the first line of a hoisted table, or a value at the end. */
async function notedJson(tree: JsonTree, note: string, tools: FactsTools): Promise<string | undefined> {
  const smallest = await smallestJsonForm(printJson(tree, false, COMPACT), { ...tools, notation: undefined })
  if (smallest?.route === 'table') return smallest.text.replace(/[;\n]/, (end) => `; omitted ${note}${end}`)
  const noted = withNote(tree, note)
  return noted === undefined ? undefined : printJson(noted, false, COMPACT)
}

function withNote(tree: JsonTree, note: string): JsonTree | undefined {
  if (isList(tree)) return [...tree, `omitted ${note}`]
  if (!(tree instanceof JsonObject) || tree.keys.includes(NOTE_KEY)) return undefined
  return new JsonObject([...tree.keys, NOTE_KEY], [...tree.values, note])
}
