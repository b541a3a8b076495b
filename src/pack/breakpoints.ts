import type { Breakpoint } from '../domain/pack.ts'
import type { Frame } from './frame.ts'
import { sha256Of } from './sha256.ts'

/** Counts a prefix of a pack's text. */
export type CountPrefix = (prefix: string) => Promise<number>

/**
 * Where a provider's prompt cache may end: after each section that is not empty. Each ends with a blank line and what follows starts with a label or a
 * word, so that the bytes and the tokens of a prefix do not depend on what comes after it.
 */
export async function breakpointsOf(
  frame: Frame,
  selectedText: string,
  countPrefix: CountPrefix,
): Promise<readonly Breakpoint[]> {
  const sections: readonly (readonly [Breakpoint['after'], string])[] = [
    ['preamble', frame.preambleText],
    ['stable', frame.stableText],
    ['selected', selectedText],
  ]
  const breakpoints: Breakpoint[] = []
  let prefix = ''
  for (const [after, text] of sections) {
    if (text === '') continue
    prefix += text
    breakpoints.push({
      after,
      byteOffset: Buffer.byteLength(prefix, 'utf8'),
      tokenOffset: await countPrefix(prefix),
      prefixSha256: sha256Of(prefix),
    })
  }
  return breakpoints
}
