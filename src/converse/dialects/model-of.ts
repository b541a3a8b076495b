import type { Conversation } from '../../domain/conversation.ts'
import { isRecord } from './request-shape.ts'

/** The name of the model that a request is for: the AI SDK's is an object that knows it. `undefined` where the request does not say. */
export function modelOf({ raw }: Conversation): string | undefined {
  const { model } = raw
  const name = isRecord(model) ? model.modelId : model
  return typeof name === 'string' && name !== '' ? name : undefined
}
