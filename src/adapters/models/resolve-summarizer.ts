import { PackgraphError } from '../../domain/errors.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { openOpenAiSummarizer } from './openai/openai-summarizer.ts'

const NAME = /^openai:(.+)$/s

/**
 * The summarizer that a name or an object stands for: `openai:<model>`, or an object with `identity` and `summarize`. There is none by default: no model is asked
 * unless it is named.
 *
 * Errors: `INVALID_OPTION` for another name or object, and those of opening. Cost: none; nothing is contacted.
 */
export function resolveSummarizer(spec: string | object): Summarizer {
  if (typeof spec !== 'string') return checkedObject(spec)
  const model = NAME.exec(spec)?.[1]
  if (model !== undefined) return openOpenAiSummarizer(model)
  throw new PackgraphError('INVALID_OPTION', `there is no summarizer ${JSON.stringify(spec)}`, {
    facts: { summarizer: spec },
    hint: 'Name a model as openai:<model>; OPENAI_BASE_URL and OPENAI_API_KEY say where it is. Without a summarizer, sentences are kept instead.',
  })
}

function checkedObject(value: object): Summarizer {
  const { identity, summarize } = value as Partial<Summarizer>
  if (typeof identity === 'string' && identity !== '' && typeof summarize === 'function') return value as Summarizer
  throw new PackgraphError('INVALID_OPTION', 'the object is not a summarizer', {
    facts: { keys: Object.keys(value) },
    hint: 'Give an object with identity, a text, and summarize(passage, { signal }), which returns a promise of a text.',
  })
}
