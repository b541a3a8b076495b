/** The part of `hnswlib-node` that is used. It checks next to nothing: whoever calls it must have checked every argument. */
export interface Hnswlib {
  readonly HierarchicalNSW: new (space: 'ip', dimensions: number) => NativeGraph
}

/** A graph in native memory. Vectors must be arrays of numbers: for typed arrays it throws, for other elements it ends the process. */
export interface NativeGraph {
  initIndex(maxElements: number, m: number, efConstruction: number, randomSeed: number): void
  resizeIndex(maxElements: number): void
  addPoint(vector: readonly number[], label: number): void
  markDelete(label: number): void
  setEf(ef: number): void
  /** Distances are 1 − inner product, ascending. */
  searchKnn(
    query: readonly number[],
    limit: number,
  ): { readonly distances: readonly number[]; readonly neighbors: readonly number[] }
  getCurrentCount(): number
  /** Only ever on a graph that nothing else has touched, kept referenced until the promise settles. */
  readIndex(path: string): Promise<boolean>
  /** Says nothing of a full disk or a missing folder. */
  writeIndexSync(path: string): void
}

/** Imports a package by name. */
export type ImportPackage = (name: string) => Promise<unknown>

const PACKAGE = 'hnswlib-node'

/**
 * Loads the native package, which is optional: it is missing where it could not be built.
 * @throws whatever the import raises.
 */
export async function importHnswlib(importPackage: ImportPackage = (name) => import(name)): Promise<Hnswlib> {
  // A CommonJS package is the default export of its namespace.
  const { default: library } = (await importPackage(PACKAGE)) as { readonly default: Hnswlib }
  return library
}
