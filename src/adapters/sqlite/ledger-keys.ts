/*
 * What the data of a ledger row names, as expressions that indexes and queries share word for word: only then does SQLite use the index. Null for data that is no JSON.
 */

export const SESSION_OF_ENTRY: string = "CASE WHEN json_valid(data) THEN data ->> 'sessionId' END"
export const ORIGINAL_OF_ENTRY: string = "CASE WHEN json_valid(data) THEN data ->> 'originalId' END"
