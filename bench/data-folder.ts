import { fileURLToPath } from 'node:url'

/** Where the public corpora lie that some benchmarks measure on: `PACKGRAPH_DATA`, or `../shared/data` beside the repository. They are no part of it. */
export const dataFolder: string =
  process.env.PACKGRAPH_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url))
