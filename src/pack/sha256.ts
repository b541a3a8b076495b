import { createHash } from 'node:crypto'

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
