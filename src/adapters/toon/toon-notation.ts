import { DELIMITERS, type Delimiter, decode, encode } from '@toon-format/toon'
import { PackgraphError } from '../../domain/errors.ts'
import type { Notation } from '../../ports/notation.ts'

/** Token-Oriented Object Notation: lists of like objects as tables, everything else indented as in YAML. Reading other text throws `INPUT`. */
export const toonNotation: Notation = {
  identity: 'toon@4.4.0',
  delimiters: [DELIMITERS.comma, DELIMITERS.tab, DELIMITERS.pipe],
  encode: (value, delimiter) => encode(value, { delimiter: delimiter as Delimiter }),
  decode: (text) => {
    try {
      return decode(text)
    } catch (cause) {
      throw new PackgraphError('INPUT', `not TOON: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      })
    }
  },
}
