import type { Conversation, Dialect } from '../../domain/conversation.ts'
import { readAiSdkMessages, readAiSdkSystem } from './read-ai-sdk.ts'
import { readAnthropicMessages, readAnthropicSystem } from './read-anthropic.ts'
import { readOpenAiMessages } from './read-openai.ts'
import { readAiSdkTools, readAnthropicTools, readOpenAiTools } from './read-tools.ts'
import { type JsonRecord, listAt, type Place, recordAt, within } from './request-shape.ts'

type Reader = (request: JsonRecord, place: Place) => Omit<Conversation, 'dialect' | 'raw'>

const READERS: Readonly<Record<Dialect, Reader>> = {
  openai: (request, place) => ({
    system: [],
    tools: readOpenAiTools(request, place),
    messages: readOpenAiMessages(...messagesOf(request, place)),
  }),
  anthropic: (request, place) => ({
    system: readAnthropicSystem(request.system, within(place, 'system')),
    tools: readAnthropicTools(request, place),
    messages: readAnthropicMessages(...messagesOf(request, place)),
  }),
  'ai-sdk': (request, place) => ({
    system: readAiSdkSystem(request, place),
    tools: readAiSdkTools(request, place),
    messages: readAiSdkMessages(...messagesOf(request, place)),
  }),
}

/**
 * Reads a request in the shape of its dialect. Nothing is copied: what the request holds, bytes and functions too, is referred to as it is, and what a
 * provider may add later is carried as an opaque part. Linear in the size of the request; deterministic.
 * @throws PackgraphError `INPUT` for what is no request of this dialect; the message says where.
 */
export function readConversation(request: unknown, dialect: Dialect): Conversation {
  const place: Place = { dialect, path: [] }
  const raw = recordAt(request, place)
  return { dialect, raw, ...READERS[dialect](raw, place) }
}

function messagesOf(request: JsonRecord, place: Place): [messages: readonly unknown[], place: Place] {
  const at = within(place, 'messages')
  return [listAt(request.messages, at), at]
}
