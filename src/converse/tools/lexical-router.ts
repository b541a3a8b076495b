import { throwIfCancelled } from '../../domain/errors.ts'
import type { ToolPolicy } from '../../domain/relevance-policy.ts'
import { termsOf } from '../../domain/text/terms.ts'
import type { ToolRouter } from '../../ports/tool-router.ts'
import { toolWords } from './tool-words.ts'

/**
 * Rules out a tool when neither its name nor its description nor the names of its parameters share a stem with the query or the newest messages. A group of the
 * policy goes by its words instead, and stays or goes whole. Where nothing would be left, the query says nothing about tools, and all stay. Deterministic; linear.
 */
export function createLexicalRouter({ always, groups }: Omit<ToolPolicy, 'router'>): ToolRouter {
  const groupOf = new Map(Object.values(groups).flatMap((group) => group.tools.map((name) => [name, group] as const)))
  const alwaysOffered = new Set(always)
  return {
    identity: 'lexical',
    async ruleOut({ query, recentTexts, tools }, { signal }) {
      throwIfCancelled(signal)
      const spoken = new Set([query, ...recentTexts].flatMap((text) => termsOf(text)))
      const isSpokenOf = (text: string): boolean => termsOf(text).some((term) => spoken.has(term))
      const matched = new Set(
        tools.flatMap(({ name, text }) => {
          const words = toolWords(name, text)
          return !words.isDescribed || isSpokenOf(words.text) ? [name] : []
        }),
      )
      const isNeeded = (name: string): boolean => {
        const group = groupOf.get(name)
        if (alwaysOffered.has(name) || group === undefined) return alwaysOffered.has(name) || matched.has(name)
        return group.words.length > 0 ? group.words.some(isSpokenOf) : group.tools.some((member) => matched.has(member))
      }
      const ruledOut = tools.map(({ name }) => name).filter((name) => !isNeeded(name))
      return ruledOut.length === tools.length ? [] : ruledOut
    },
  }
}
