import type { Conversation } from '../../domain/conversation.ts'
import { sha256Of } from '../../pack/sha256.ts'

/** Whether each instruction, beside the messages and among them, is there in its place, by the hash of its text. */
export function instructionFaults(source: Conversation, written: Conversation): readonly string[] {
  const given = instructionsOf(source)
  const found = instructionsOf(written)
  if (given.length !== found.length) return [`${given.length} instructions were given, ${found.length} are there`]
  return given.flatMap((text, index) =>
    sha256Of(text) === sha256Of(found[index]!) ? [] : [`instruction ${index} is not the one that was given`],
  )
}

function instructionsOf({ system, messages }: Conversation): readonly string[] {
  const late = messages.flatMap(({ role, parts }) => (role === 'system' ? parts : []))
  return [...system, ...late].flatMap((part) => (part.kind === 'opaque' ? [] : [part.text]))
}
