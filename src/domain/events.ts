import type { CascadeLevel } from './compressed-request.ts'

/** What an operation tells while it runs. Pass `onEvent` to hear it; nothing is ever logged. */
export type PackgraphEvent =
  | {
      readonly type: 'progress'
      readonly phase: 'index'
      readonly documentsDone: number
      readonly bytesDone: number
      /** Absent while the total is not known. */
      readonly bytesTotal?: number
      readonly hyperedgesDone: number
    }
  | {
      readonly type: 'progress'
      /** `graph`: vectors that a graph has taken in. */
      readonly phase: 'recost' | 'graph'
      readonly hyperedgesDone: number
      readonly hyperedgesTotal: number
    }
  | {
      readonly type: 'progress'
      readonly phase: 'verify' | 'rebuild'
      readonly documentsDone: number
      readonly documentsTotal: number
      readonly hyperedgesDone: number
    }
  | { readonly type: 'summarizing'; readonly passagesDone: number; readonly passagesTotal: number }
  /** A level of shortening a request ran, and so many tokens are left. */
  | { readonly type: 'level'; readonly level: CascadeLevel; readonly tokens: number }
  | { readonly type: 'committed'; readonly generation: number; readonly documents: number }
  | { readonly type: 'skipped'; readonly uri: string; readonly reason: string }
  | { readonly type: 'failed'; readonly uri: string; readonly reason: string; readonly line?: number }
  | { readonly type: 'notice'; readonly message: string }

export type EventListener = (event: PackgraphEvent) => void
