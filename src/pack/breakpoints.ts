import type { Breakpoint } from '../domain/pack.ts'
import type { Frame } from './frame.ts'
import { sha256Of } from './sha256.ts'

/** Counts a prefix of a pack's text, which ends where `after` says. */
export type CountPrefix = (prefix: string, after: Breakpoint['after']) => Promise<number>

/**
 * Where a provider's prompt cache may end: after each section that is not empty, and where a session will keep the text up to, `retainedLength` characters of carried and
 * selected text, 0 for nowhere. Each ends with a blank line and what follows starts with a label or a
 * word, so that the bytes and the tokens of a prefix do not depend on what comes after it.
 */
export async function breakpointsOf(
  frame: Frame,
  selectedText: string,
  retainedLength: number,
  countPrefix: CountPrefix,
): Promise<readonly Breakpoint[]> {
  const { preambleText, stableText, carriedText } = frame
  const text = preambleText + stableText + carriedText + selectedText
  const stableEnd = preambleText.length + stableText.length
  const carriedEnd = stableEnd + carriedText.length
  const retained = ['retained', stableEnd + retainedLength] as const
  const ends: readonly (readonly [Breakpoint['after'], number])[] = [
    ['preamble', preambleText.length],
    ['stable', stableEnd],
    ...(retainedLength < carriedText.length ? [retained] : []),
    ['carried', carriedEnd],
    ...(retainedLength > carriedText.length ? [retained] : []),
    ['selected', text.length],
  ]
  const breakpoints: Breakpoint[] = []
  let before = 0
  for (const [after, end] of ends) {
    if (end === before) continue
    before = end
    const prefix = text.slice(0, end)
    breakpoints.push({
      after,
      byteOffset: Buffer.byteLength(prefix, 'utf8'),
      tokenOffset: await countPrefix(prefix, after),
      prefixSha256: sha256Of(prefix),
    })
  }
  return breakpoints
}
