/** Densities from which on hops help fully; below, they fade with the square. Measured: see docs/decisions/retrieval.md. */
const FULL_INCIDENCES_PER_100_WORDS = 5
const FULL_NAMES_PER_UNIT = 0.6

/** κ, how far a corpus links at all: 0 where texts share no names (then ranking is plain BM25), 1 where they do as encyclopaedias do. */
export function graphGate(incidences: number, words: number, names: number, units: number): number {
  if (words === 0 || units === 0) return 0
  const incidenceShare = Math.min(1, (100 * incidences) / words / FULL_INCIDENCES_PER_100_WORDS)
  const nameShare = Math.min(1, names / units / FULL_NAMES_PER_UNIT)
  return (incidenceShare * nameShare) ** 2
}
