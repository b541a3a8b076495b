/** Whose request it is: OpenAI chat completions, Anthropic messages, or model messages of the AI SDK. */
export const DIALECTS = ['openai', 'anthropic', 'ai-sdk'] as const

export type Dialect = (typeof DIALECTS)[number]

/** A way into JSON: keys and positions, from the outside in. */
export type JsonPath = readonly (string | number)[]

interface PlacedPart {
  /** Within the raw message, or, of the system prompt and of tools, within the raw request. */
  readonly path: JsonPath
}

/** Text that stands in the request as a string, and may be replaced by another. */
export interface TextPart extends PlacedPart {
  readonly kind: 'text'
  readonly text: string
}

/** What the model thought before it answered. Counted, never changed: it may be signed. */
export interface ReasoningPart extends PlacedPart {
  readonly kind: 'reasoning'
  readonly text: string
}

/** The model calls a tool. */
export interface CallPart extends PlacedPart {
  readonly kind: 'call'
  readonly callId: string
  readonly tool: string
  /** The arguments as JSON. */
  readonly text: string
}

/** One text of what a tool gave. A result of several texts is as many parts with one `callId`. */
export interface ResultPart extends PlacedPart {
  readonly kind: 'result'
  readonly callId: string
  /** Null where the request does not say. */
  readonly tool: string | null
  readonly text: string
  readonly isError: boolean
  /** `json`: the request holds a JSON value, whose text this is; another text takes its place as a text. */
  readonly form: 'text' | 'json'
}

/** Images, files, redacted thinking and whatever else is not known: carried as it is, and not counted. */
export interface OpaquePart extends PlacedPart {
  readonly kind: 'opaque'
  /** The type by the request's own word. */
  readonly type: string
  /** Of the call that it belongs to, where it stands in a tool's result. */
  readonly callId: string | null
}

export type MessagePart = TextPart | ReasoningPart | CallPart | ResultPart | OpaquePart

export type MessageRole = 'system' | 'user' | 'assistant' | 'tool'

export interface ConversationMessage {
  /** `developer` is `system`. */
  readonly role: MessageRole
  /** As it stands in the request; never changed. */
  readonly raw: Readonly<Record<string, unknown>>
  readonly parts: readonly MessagePart[]
}

export interface ToolDefinition {
  readonly name: string
  readonly raw: unknown
  /** Name, description and parameters as compact JSON: what is counted. */
  readonly text: string
  /** False where its parameters are an object of a library that does not show its JSON: they are not in `text`, and not counted. */
  readonly isCounted: boolean
}

/** A request, read. Writing it back unchanged gives the request again. */
export interface Conversation {
  readonly dialect: Dialect
  readonly raw: Readonly<Record<string, unknown>>
  /** The system prompt where it stands beside the messages; paths lead into the request. Empty for OpenAI, whose instructions are messages. */
  readonly system: readonly (TextPart | OpaquePart)[]
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly ConversationMessage[]
}

/** Another text for a part of a message. */
export interface PartText {
  readonly part: number
  readonly text: string
}

/** One message of a request that is to be written. */
export type DraftMessage =
  | { readonly kind: 'original'; readonly message: number; readonly texts: readonly PartText[] }
  /** What packgraph remembers of messages that are left out, as a message of the user. */
  | { readonly kind: 'memory'; readonly text: string }

/** What of a conversation is sent, in order. */
export interface ConversationDraft {
  readonly source: Conversation
  /** Those that are offered, as they are sent. */
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly DraftMessage[]
}

/** Messages that stay or go together: a message of the user, an answer, calls with their results, or an instruction. */
export interface HistoryUnit {
  /** Among the units of the conversation, from the oldest. */
  readonly index: number
  /** Messages of the conversation, end exclusive. */
  readonly start: number
  readonly end: number
  /** `system`: instructions in the middle of a conversation, which are never changed. */
  readonly kind: 'user' | 'assistant' | 'call' | 'system'
  /** One turn begins with each message of the user. From 0. */
  readonly turn: number
  /** Of the messages' canonical JSON. */
  readonly sha256: string
}

/** How much of a unit is left, from all of it to nothing. */
export const UNIT_LEVELS = ['verbatim', 'lossless', 'facts', 'keyed', 'values', 'names', 'gone'] as const

export type UnitLevel = (typeof UNIT_LEVELS)[number]

/** A unit as it is sent. */
export interface UnitForm {
  readonly level: UnitLevel
  /** Other texts for its parts, as long as it stands among the messages; `message` counts from the unit's first. */
  readonly texts: readonly (PartText & { readonly message: number })[]
  /** What stands for it in the memory, once it has left the messages; null while it stands among them, and when nothing does. */
  readonly line: string | null
}
