import type { SlimLimits } from '../compress/tool-output/limits.ts'
import type { Redactor } from '../compress/tool-output/redact.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { OperationOptions } from './call-options.ts'

export interface SlimOptions extends OperationOptions {
  /** Counts for the gate, by name or as an object: that of the model which will read the output. */
  readonly tokenizer?: string | Tokenizer
  /** That model, by name. Give either this or `tokenizer`. */
  readonly model?: string
  /** The tool that gave the output. */
  readonly tool?: string
  /** What it was called with: what JSON can hold. */
  readonly args?: unknown
  /** The conversation. Outputs of two sessions never meet; without one, nothing counts as a duplicate. */
  readonly sessionId?: string
  /** Whether the tool failed: then more is left alone. Default: false. */
  readonly isError?: boolean
  readonly limits?: Partial<SlimLimits>
  /** Tools whose output always passes, beside those that read or expand. */
  readonly untouchedTools?: readonly string[]
  /** How long an output makes later ones of the same call duplicates; 0 for never. Default: 600,000. */
  readonly duplicateTtlMs?: number
  /** The same for single tools, by name. */
  readonly duplicateTtlMsByTool?: Readonly<Record<string, number>>
  /** Takes secrets out of what is stored and of what is shown in its place; `false` for none. Default: private keys and tokens of well-known shapes. */
  readonly redact?: Redactor | false
}
