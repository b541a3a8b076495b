import { type JsonFormTools, smallestJsonForm } from '../../compress/tool-output/json/smallest-json-form.ts'
import { textTableForm } from '../../compress/tool-output/table/text-table-form.ts'
import type { Conversation, HistoryUnit, UnitForm } from '../../domain/conversation.ts'

export const VERBATIM: UnitForm = { level: 'verbatim', texts: [], line: null }

/** Shorter results have nothing to hoist. */
const LEAST_CHARACTERS = 40

/**
 * A unit whose results stand in the smallest form that leads back to them: JSON as compact JSON, as a hoisted table or in a notation of others; a table drawn in text as a
 * hoisted table, byte for byte. Of JSON that was spaced in a way that has no name the values come back and the white space does not; it has no marker for that. Nothing
 * but the unit decides, so that it can be made when the unit arrives. Verbatim where nothing has fewer tokens. Errors of tools are left as they are. Deterministic for given
 * tools; linear in the unit.
 */
export async function losslessForm(
  unit: HistoryUnit,
  conversation: Conversation,
  tools: JsonFormTools,
): Promise<UnitForm> {
  const texts: { readonly message: number; readonly part: number; readonly text: string }[] = []
  for (const [message, { parts }] of conversation.messages.slice(unit.start, unit.end).entries()) {
    for (const [part, { kind, ...rest }] of parts.entries()) {
      if (kind !== 'result' || !('text' in rest) || rest.text.length < LEAST_CHARACTERS) continue
      const text = await losslessText(rest.text, tools)
      if (text !== undefined) texts.push({ message, part, text })
    }
  }
  return texts.length === 0 ? VERBATIM : { level: 'lossless', texts, line: null }
}

async function losslessText(text: string, tools: JsonFormTools): Promise<string | undefined> {
  const form = await smallestJsonForm(text, tools)
  const other = form?.text ?? textTableForm(text, tools.weigh)
  if (other === undefined || other === text) return undefined
  const tokens = form?.tokens ?? (await tools.count(other))
  return tokens < (await tools.count(text)) ? other : undefined
}
