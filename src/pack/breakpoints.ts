import type { Breakpoint } from '../domain/pack.ts'
import type { Frame } from './frame.ts'
import { sha256Of } from './sha256.ts'

/** Counts a prefix of a pack's text, which ends where `after` says. */
export type CountPrefix = (prefix: string, after: Breakpoint['after']) => Promise<number>

/**
 * Where a provider's prompt cache may end: after each section that is not empty, and where a session will keep the text up to: after so many characters of carried and
 * selected text each. Sections end with a blank line and what follows starts with a label or a
 * word, so that the bytes and the tokens of a prefix do not depend on what comes after it.
 */
export async function breakpointsOf(
  frame: Frame,
  selectedText: string,
  retainedLengths: readonly number[],
  countPrefix: CountPrefix,
): Promise<readonly Breakpoint[]> {
  const { preambleText, stableText, carriedText } = frame
  const stableEnd = preambleText.length + stableText.length
  const sections: readonly (readonly [Breakpoint['after'], number, string])[] = [
    ['preamble', preambleText.length, preambleText],
    ['stable', stableEnd, stableText],
    ...retainedLengths.map((length) => ['retained', stableEnd + length, 'retained'] as const),
    ['carried', stableEnd + carriedText.length, carriedText],
    ['selected', stableEnd + carriedText.length + selectedText.length, selectedText],
  ]
  const text = preambleText + stableText + carriedText + selectedText
  const breakpoints: Breakpoint[] = []
  for (const [after, end, own] of sections.toSorted((left, right) => left[1] - right[1])) {
    if (own === '') continue
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
