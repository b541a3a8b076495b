export interface Interruption {
  readonly signal: AbortSignal
  /** Whether the user asked to stop, as opposed to stdout having been closed. */
  readonly byUser: boolean
  /** Stops the work because its output is not wanted any more. */
  stop(): void
  dispose(): void
}

/**
 * Turns Ctrl-C into an abort. The first one lets the running operation end cleanly; the second is left to the system, which ends the process at once.
 */
export function listenForInterruption(onFirst: () => void): Interruption {
  const controller = new AbortController()
  const state = { byUser: false }
  const interrupt = () => {
    state.byUser = true
    controller.abort()
    onFirst()
  }
  // `once` takes the handler away, so that a second signal meets the default: the end.
  process.once('SIGINT', interrupt)
  return {
    signal: controller.signal,
    get byUser() {
      return state.byUser
    },
    stop: () => controller.abort(),
    dispose: () => void process.removeListener('SIGINT', interrupt),
  }
}
