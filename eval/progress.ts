/** How far a run has come. `done` rises to `total` within a step; steps follow each other. */
export interface EvaluationProgress {
  /** What is being done: `indexing`, the name of a system, a budget with a policy. */
  readonly step: string
  readonly done: number
  readonly total: number
}

/** What every run may be given. */
export interface RunOptions {
  readonly onProgress?: (progress: EvaluationProgress) => void
  /** Ends the run between two questions, or within one; the temporary index is removed all the same. */
  readonly signal?: AbortSignal
}

/** Does `work` for each value in order, telling how far it is. @throws the signal's reason when it has fired. */
export async function forEachInOrder<Value, Result>(
  step: string,
  values: readonly Value[],
  { onProgress, signal }: RunOptions,
  work: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const value of values) {
    signal?.throwIfAborted()
    results.push(await work(value))
    onProgress?.({ step, done: results.length, total: values.length })
  }
  return results
}
