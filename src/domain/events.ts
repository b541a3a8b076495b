/** What an operation tells while it runs. Pass `onEvent` to hear it; nothing is ever logged. */
export type PackgraphEvent =
  | {
      readonly type: 'progress'
      readonly phase: 'index' | 'recost' | 'remove'
      readonly documentsDone: number
      /** Absent while the number is not yet known. */
      readonly documentsTotal?: number
      readonly bytesDone: number
      readonly bytesTotal?: number
      readonly hyperedgesDone: number
    }
  | { readonly type: 'committed'; readonly generation: number; readonly documents: number }
  | { readonly type: 'skipped'; readonly uri: string; readonly reason: string }
  | { readonly type: 'failed'; readonly uri: string; readonly reason: string; readonly line?: number }
  | { readonly type: 'notice'; readonly message: string }

export type EventListener = (event: PackgraphEvent) => void
