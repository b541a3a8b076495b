import { fileURLToPath } from 'node:url'

/** The conversations that were written for the project. */
export const OWN_CONVERSATIONS: string = fileURLToPath(new URL('../../../eval/datasets/conversations', import.meta.url))
