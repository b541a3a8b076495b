import type { ContextIndex } from '../../index.ts'
import { formatCount } from './format.ts'
import { startProgress } from './progress.ts'
import type { Session } from './session.ts'

/**
 * Builds and saves the graph of vectors, where one is wanted and none of this state is saved: processes that query open to read only, and build none. Minutes from
 * 200,000 units on. Interrupted, it says what that means; the index is whole without a graph.
 */
export async function prepareGraph(index: ContextIndex, session: Pick<Session, 'terminal' | 'signal'>): Promise<void> {
  const { hyperedges, generation, vectorIndex } = await index.status()
  if (hyperedges < vectorIndex.graphFromVectors || vectorIndex.savedGenerations[0] === generation) return
  const progress = await startProgress(session)
  try {
    await index.prepare({ onEvent: progress.listen, signal: session.signal })
    progress.end()
    const { reason } = (await index.status()).vectorIndex
    if (reason !== undefined) session.terminal.note(`no graph of vectors (${reason}); queries scan all of them`)
  } catch (error) {
    progress.end()
    if (session.signal.aborted) {
      session.terminal.note(
        `interrupted: ${formatCount(hyperedges, 'unit')} indexed and intact, without a new graph of vectors; run the same command again to build it`,
      )
    }
    throw error
  }
}
