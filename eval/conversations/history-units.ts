import { messageBlocks } from './request-blocks.ts'
import type { RawMessage, RawRequest } from './transcript.ts'

/** A request taken apart, without the library: what must stay, and what may go, oldest first. */
export interface RequestUnits {
  readonly system: readonly RawMessage[]
  /** Messages that stay or go together: a call and its results, or one message. */
  readonly units: readonly (readonly RawMessage[])[]
  /** Position of the unit with the last message of the user that says something itself; −1 where there is none. */
  readonly query: number
}

/** Reads the units of a request of either dialect. */
export function unitsOf({ messages }: RawRequest): RequestUnits {
  const system: RawMessage[] = []
  const units: RawMessage[][] = []
  let query = -1
  let isOpen = false
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') {
      system.push(message)
      continue
    }
    const kinds = messageBlocks(message).map(({ kind }) => kind)
    const last = units.at(-1)
    if (isOpen && last && kinds.includes('result')) last.push(message)
    else units.push([message])
    if (kinds.includes('call')) isOpen = true
    else if (!kinds.includes('result')) isOpen = false
    if (message.role === 'user' && kinds.includes('text')) query = units.length - 1
  }
  return { system, units, query }
}
