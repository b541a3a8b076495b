import { createHash } from 'node:crypto'
import type { PrefixBreakpoint } from '../../domain/compressed-request.ts'

/** A part of a request as it is sent. */
export interface RequestPiece {
  /** Equal texts are sent as equal bytes. */
  readonly text: string
  readonly tokens: number
  /** What ends with it; null for what only goes on. */
  readonly ends: PrefixBreakpoint['after'] | null
}

/** A beginning of a request. */
export interface Beginning extends Pick<PrefixBreakpoint, 'tokens' | 'sha256'> {
  readonly ends: PrefixBreakpoint['after'] | null
}

/**
 * All beginnings of a request, the shortest first: tokens and hash of everything up to the end of each piece. Two requests have a beginning in common exactly where their hashes meet. Linear.
 * @param pieces in the order in which a provider reads them: tools, instructions, messages.
 */
export function beginningsOf(pieces: readonly RequestPiece[]): readonly Beginning[] {
  const hash = createHash('sha256')
  let tokens = 0
  return pieces.map((piece) => {
    // With its length in front of it, no piece can pass for two.
    hash.update(`${piece.text.length}\n${piece.text}`)
    tokens += piece.tokens
    return { ends: piece.ends, tokens, sha256: hash.copy().digest('hex') }
  })
}

/** Tokens of the longest beginning that is among those of an earlier request, by hash; 0 where none is. */
export function sharedTokens(beginnings: readonly Beginning[], earlier: ReadonlySet<string>): number {
  return beginnings.findLast(({ sha256 }) => earlier.has(sha256))?.tokens ?? 0
}
