import { hash } from 'node:crypto'
import type { HistoryUnit } from '../../domain/conversation.ts'

/** Raise it when the same record would be sent in another way. */
const MEMORY_REVISION = 1

/**
 * Names each beginning of a history: the n-th hash stands for the first n units and for the fingerprint, and for nothing else. 64 hex digits each. Linear in the number of units, whatever
 * their size.
 * @param fingerprint whatever decisions about the units depend on besides.
 */
export function unitChain(units: readonly Pick<HistoryUnit, 'sha256'>[], fingerprint: string): readonly string[] {
  let last = hash('sha256', JSON.stringify([MEMORY_REVISION, fingerprint]), 'hex')
  return units.map(({ sha256 }) => {
    last = hash('sha256', `${last}${sha256}`, 'hex')
    return last
  })
}
