import { PackgraphError } from '../../domain/errors.ts'
import { nearestName } from '../../domain/nearest-name.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { adaptEmbedder } from './adapt.ts'
import { openOpenAiEmbedder } from './openai/openai-embedder.ts'
import { createStaticEmbedder } from './static/static-embedder.ts'
import { openTransformersEmbedder } from './transformers/transformers-embedder.ts'

const STATIC_NAMES = ['static', 'static@1'] as const
const FAMILIES = ['transformers', 'openai'] as const

/**
 * The embedder that a name or an object stands for: `static` (also `static@1`), `transformers:<folder or hub name>`, `openai:<model>`, or an embedder of
 * our own, the AI SDK's or LangChain's shape.
 *
 * Errors: `INVALID_OPTION` for a name that is not known, with the nearest one; those of the embedder's opening. Cost: that of the opening; none for `static`.
 */
export async function resolveEmbedder(spec: string | object): Promise<Embedder> {
  if (typeof spec !== 'string') return adaptEmbedder(spec)
  const colon = spec.indexOf(':')
  const family = colon < 0 ? spec : spec.slice(0, colon)
  const model = colon < 0 ? '' : spec.slice(colon + 1)
  if (isThreadable(spec)) return createStaticEmbedder()
  if (model !== '' && family === 'transformers') return openTransformersEmbedder(model)
  if (model !== '' && family === 'openai') return openOpenAiEmbedder(model)
  throw unknown(spec, family)
}

/**
 * Whether several threads can each have the embedder of this name and gain by it: models and services do several texts at once as it is, and an object belongs
 * to the thread that made it.
 */
export function isThreadable(spec: string | object): spec is string {
  return STATIC_NAMES.some((name) => name === spec)
}

function unknown(spec: string, family: string): PackgraphError {
  const known = [...STATIC_NAMES, ...FAMILIES.map((name) => `${name}:<model>`)]
  const incomplete = FAMILIES.some((name) => name === family)
  const nearest = nearestName(family, [...STATIC_NAMES, ...FAMILIES])
  const message = incomplete
    ? `the embedder ${JSON.stringify(spec)} names no model`
    : `there is no embedder ${JSON.stringify(spec)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
  return new PackgraphError('INVALID_OPTION', message, {
    facts: { embedder: spec, known, nearest },
    hint: `Known embedders: ${known.join(', ')}.`,
  })
}
