import { type JsonObject, sameKeys } from './json-tree.ts'

/** A table with more columns is none. */
const MOST_KEYS = 400

/**
 * The keys of all objects, in an order that most of them agree with. The longest objects say it; a key that they lack comes behind the one that it follows where it
 * occurs. Objects that share no key with the commonest form are left out: they are of another form, such as an error among results. `undefined` beyond 400 keys.
 * Deterministic: objects of equal length count in the order in which they come.
 */
export function mergeKeys(objects: readonly JsonObject[]): readonly string[] | undefined {
  const forms = distinctForms(objects)
  const commonest = new Set(forms.reduce<Form>((best, form) => (form.count > best.count ? form : best), NO_FORM).keys)
  const related = forms.filter(({ keys }) => keys.some((key) => commonest.has(key)))
  const merged: string[] = []
  const met = new Set<string>()
  for (const { keys } of related.sort((left, right) => right.keys.length - left.keys.length)) {
    let last = -1
    for (const key of keys) {
      if (met.has(key)) {
        last = merged.indexOf(key)
        continue
      }
      last += 1
      merged.splice(last, 0, key)
      met.add(key)
    }
    if (merged.length > MOST_KEYS) return undefined
  }
  return merged
}

/** A sequence of keys, and how many objects have it. */
interface Form {
  readonly keys: readonly string[]
  count: number
}

const NO_FORM: Form = { keys: [], count: 0 }

function distinctForms(objects: readonly JsonObject[]): Form[] {
  const forms = new Map<string, Form>()
  let previous: Form = NO_FORM
  for (const { keys } of objects) {
    // Neighbours mostly have the same keys, and comparing is cheaper than joining.
    if (previous !== NO_FORM && sameKeys(keys, previous.keys)) {
      previous.count++
      continue
    }
    const signature = keys.join('\u0000')
    const form = forms.get(signature) ?? { keys, count: 0 }
    form.count++
    forms.set(signature, form)
    previous = form
  }
  return [...forms.values()]
}
