import { join } from 'node:path'
import { dataFolder } from '../data-folder.ts'

/** 949 Ethereum improvement proposals as one corpus file: real, linked text. It is no part of the repository. */
export const PROPOSAL_CORPUS: string = join(dataFolder, 'docs-scale/eips.jsonl.gz')

const SUBJECTS = [
  'the base fee',
  'an allowance of a token contract',
  'the Berlin hard fork',
  'blob transactions',
  'account abstraction',
  'the entry point contract',
  'a typed structured data signature',
  'the last call of a proposal',
  'the difficulty bomb',
  'a non-fungible token',
  'pairing on BLS12-381',
  'a validator withdrawal',
  'transient storage',
  'the access list',
  'an upgradeable proxy',
  'the gas refund',
  'the verkle tree',
  'a soulbound token',
  'the beacon chain root',
  'a contract that destroys itself',
]

const FORMS = [
  (subject: string): string => `How is ${subject} specified?`,
  (subject: string): string => `What does ${subject} cost in gas?`,
  (subject: string): string => `Why does ${subject} need a change to the protocol?`,
  (subject: string): string => `Which security considerations does ${subject} have?`,
  (subject: string): string => `Is ${subject} backwards compatible with what wallets do?`,
  (subject: string): string => `What must a client do for ${subject} at a fork block?`,
]

/** 120 distinct questions, the same subject never twice in a row. */
export const PROPOSAL_QUESTIONS: readonly string[] = FORMS.flatMap((form) => SUBJECTS.map(form))
