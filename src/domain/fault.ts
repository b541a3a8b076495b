/** Every kind of {@link Fault}. Stable: programs may switch on them. */
export const FAULT_KINDS = [
  'file', // the file itself is damaged: SQLite finds a page, a table or an index of it wrong
  'reference', // a row names another that is not there
  'orphan', // an original or entity that nothing uses
  'value', // a stored value has no form that can be read
  'meta', // the facts about the whole index contradict each other or what is stored
  'original', // the bytes of an original are not those that it is named after
  'document', // a document's title is not what its original, or its caller, says
  'span', // a unit's span lies outside its original
  'text', // a unit's text is not what its span gives
  'unit', // a unit is missing, too many, or described otherwise than its original gives
  'incidence', // the entities of a unit are not those that its text mentions
  'cost', // a token cost is not what its tokenizer counts
  'embedding', // a vector is missing, or not of the index's dimension, finite and of unit length
  'snapshot', // a saved graph is recorded that cannot be one of this index, or its file or the saved arrays are damaged
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** One thing that is wrong with an index, and where. */
export interface Fault {
  readonly kind: FaultKind
  /** One sentence that names the place. */
  readonly message: string
  readonly collection?: string
  readonly uri?: string
  readonly hyperedgeId?: number
  /** Position of the unit in its document, from 0. */
  readonly ordinal?: number
  /** Table of the store, and the key of the row in it, where the fault is one of a row. */
  readonly table?: string
  readonly row?: string | number
}

/** Where a fault is: in a unit, in a document, or in a row. */
export type FaultPlace = Omit<Fault, 'kind' | 'message'>

/** A fault whose message starts with its place: `unit 3 of guide.md (hyperedge 12): …`. */
export function faultAt(kind: FaultKind, place: FaultPlace, problem: string): Fault {
  return { kind, message: `${describePlace(place)}: ${problem}`, ...place }
}

function describePlace({ uri, hyperedgeId, ordinal, table, row }: FaultPlace): string {
  if (uri !== undefined && hyperedgeId !== undefined) return `unit ${ordinal} of ${uri} (hyperedge ${hyperedgeId})`
  if (uri !== undefined) return uri
  if (row !== undefined) return `row ${row} of ${table}`
  return table ?? 'the index'
}
