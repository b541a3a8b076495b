import type { Database, Statement } from 'better-sqlite3'
import type { ToolCall, ToolCallMemory } from '../../ports/tool-call-log.ts'

type Row = Omit<ToolCall, 'adopted'> & { readonly adopted: 0 | 1 }

/** The table of tool calls. Synchronous; raises SQLite's own errors. */
export class ToolCalls {
  readonly #countEarlier: Statement<[string, string, number], number>
  readonly #countSlimmed: Statement<[string, string], number>
  readonly #countAdopted: Statement<[string], number>
  readonly #insert: Statement<[Row]>

  constructor(database: Database) {
    this.#countEarlier = database
      .prepare<[string, string, number], number>(
        `SELECT count(*) FROM tool_calls WHERE session_id = ? AND call_hash = ? AND seen_at_ms >= ? AND route <> 'duplicate'`,
      )
      .pluck()
    this.#countSlimmed = database
      .prepare<[string, string], number>(
        `SELECT count(*) FROM tool_calls WHERE session_id = ? AND call_hash = ? AND adopted = 1 AND route <> 'duplicate'`,
      )
      .pluck()
    this.#countAdopted = database
      .prepare<[string], number>('SELECT count(*) FROM tool_calls WHERE session_id = ? AND adopted = 1')
      .pluck()
    this.#insert = database.prepare(
      `INSERT INTO tool_calls (session_id, call_hash, seen_at_ms, route, adopted, tokenizer, tokens_before, tokens_after)
      VALUES (@sessionId, @callHash, @seenAtMs, @route, @adopted, @tokenizer, @tokensBefore, @tokensAfter)`,
    )
  }

  recall(sessionId: string, callHash: string, sinceMs: number): ToolCallMemory {
    return {
      hasEarlier: (this.#countEarlier.get(sessionId, callHash, sinceMs) ?? 0) > 0,
      wasSlimmed: (this.#countSlimmed.get(sessionId, callHash) ?? 0) > 0,
      adopted: this.#countAdopted.get(sessionId) ?? 0,
    }
  }

  add(call: ToolCall): void {
    this.#insert.run({ ...call, adopted: call.adopted ? 1 : 0 })
  }
}
