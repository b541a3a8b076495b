import type { Notation } from '../../../ports/notation.ts'
import type { Weigh } from './choose-tables.ts'
import { type JsonForm, jsonForms } from './json-forms.ts'
import { readJsonSource } from './json-source.ts'

export interface JsonFormTools {
  /**
   * Decides inside where tables stand and how they are written: an estimate, or an exact count where that is fast. It is asked of about as many characters as the
   * source has, some times over.
   */
  readonly weigh: Weigh
  /** Counts exactly, the few forms that may be the smallest. */
  readonly count: (text: string) => number | Promise<number>
  /** A notation of others that competes. Default: none. */
  readonly notation?: Notation | undefined
}

/** The smallest form of a JSON source that leads back to it exactly. */
export interface SmallestJsonForm {
  /** `table`: a hoisted table, which `expandTable` reads. */
  readonly route: JsonForm['route']
  readonly text: string
  readonly tokens: number
  /** Whether the text alone leads back to the bytes of the source; else to its values: white space and the style of escapes are in the original alone. */
  readonly keepsBytes: boolean
}

/** A form may be the smallest when its weight is at most this many times the least: what weights miss by. */
const CONTENDS_WITHIN = 1.15

/**
 * Writes JSON, or JSONL of 8 lines or more, as compact JSON, as a hoisted table and in a notation of others, and takes what has the fewest tokens and, read again,
 * is the source exactly: spelling of numbers, order of keys, duplicate keys, lone surrogates. `undefined` where the text is no JSON or nested more than 200 deep.
 * The form may be the source itself, or no shorter: that is the caller's to judge.
 *
 * Deterministic for given tools; never throws on a text, whatever it holds; linear.
 */
export async function smallestJsonForm(text: string, tools: JsonFormTools): Promise<SmallestJsonForm | undefined> {
  const source = readJsonSource(text)
  if (!source) return undefined
  let forms = jsonForms(source, tools.weigh, tools.notation)
  while (forms.length > 0) {
    const { form, tokens } = await fewestTokens(forms, tools)
    if (isExact(form)) return { route: form.route, text: form.text, tokens, keepsBytes: form.keepsBytes }
    forms = forms.filter((other) => other !== form)
  }
  return undefined
}

interface CountedForm {
  readonly form: JsonForm
  readonly tokens: number
}

async function fewestTokens(forms: readonly JsonForm[], { count }: JsonFormTools): Promise<CountedForm> {
  const contenders = forms.filter(({ weight }) => weight <= CONTENDS_WITHIN * forms[0]!.weight)
  const counted: CountedForm[] = []
  for (const form of contenders) counted.push({ form, tokens: await count(form.text) })
  return counted.reduce((best, other) => (other.tokens < best.tokens ? other : best))
}

/** What cannot even be read again is not exact. */
function isExact(form: JsonForm): boolean {
  try {
    return form.isExact()
  } catch {
    return false
  }
}
