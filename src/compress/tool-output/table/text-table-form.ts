import type { Weigh } from '../json/choose-tables.ts'
import { writeTableDocument } from '../json/encode-table.ts'
import { expandTable } from '../json/expand-table.ts'
import { readTextTable } from './read-text-table.ts'
import { treeOfTextTable } from './text-table-tree.ts'

/**
 * Writes a table drawn in text as a hoisted table that `expandTable` turns back into the same bytes; compared before it is returned. `undefined` where the text is no
 * table of one drawing, or nothing in it can be hoisted. It may be no shorter than the text: that is the caller's to judge. Never throws; linear.
 */
export function textTableForm(text: string, weigh: Weigh): string | undefined {
  const table = readTextTable(text)
  if (!table) return undefined
  const feeds = table.finalLineFeeds === 0 ? '' : ` nl${table.finalLineFeeds}`
  const form = writeTableDocument(treeOfTextTable(table), `text${feeds}`, weigh)
  return form !== undefined && leadsBackTo(text, form) ? form : undefined
}

/** What cannot even be read again leads nowhere: more rows without cells, for instance, than a reader takes on trust. */
function leadsBackTo(text: string, form: string): boolean {
  try {
    return expandTable(form) === text
  } catch {
    return false
  }
}
