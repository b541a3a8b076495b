import type { Decision, Pack } from '../../index.ts'

/** What `pack --json` prints: the pack, with the lanes of its decisions only when they are asked for. */
export interface PackJson extends Omit<Pack, 'decisions'> {
  readonly decisions: readonly (Decision | Omit<Decision, 'lanes'>)[]
}

export function packToJson(pack: Pack, explain: boolean): PackJson {
  return explain ? pack : { ...pack, decisions: pack.decisions.map(({ lanes: _, ...decision }) => decision) }
}
