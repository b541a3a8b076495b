/** When a process is killed: after some time, or around the nth statement that starts with the words of a step. */
export type Death =
  | { readonly kind: 'delay'; readonly share: number }
  | { readonly kind: 'step'; readonly step: string; readonly nth: number; readonly when: 'before' | 'after' }

/** Every kind of statement of a save, with how often one of the runs below executes it at least. */
const STEPS: readonly (readonly [step: string, times: number])[] = [
  ['PRAGMA journal_mode', 1],
  ['PRAGMA user_version =', 1],
  ['CREATE TABLE', 6],
  ['BEGIN IMMEDIATE', 4],
  ['DELETE FROM documents', 700],
  ['INSERT INTO originals', 1_400],
  ['INSERT INTO documents', 1_400],
  ['INSERT INTO hyperedges', 1_400],
  ['INSERT INTO embeddings', 1_400],
  ['INSERT INTO incidences', 1_400],
  ['INSERT INTO entities', 400],
  ['INSERT INTO tokenizers', 1],
  ['INSERT INTO meta', 4],
  ['DELETE FROM originals', 700],
  ['DELETE FROM entities', 100],
  ['COMMIT', 4],
  ['CLOSE', 1],
]

/** Numbers from 0 to 1 that a seed decides. Source: the mulberry32 generator (public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** `count` deaths: every step in turn, each third death at a random moment instead. */
export function deaths(count: number, random: () => number): readonly Death[] {
  let next = Math.floor(random() * STEPS.length)
  return Array.from({ length: count }, (_, position) => {
    if (position % 3 === 2) return { kind: 'delay', share: random() }
    const [step, times] = STEPS[next++ % STEPS.length]!
    return { kind: 'step', step, nth: 1 + Math.floor(random() * times), when: random() < 0.5 ? 'before' : 'after' }
  })
}
