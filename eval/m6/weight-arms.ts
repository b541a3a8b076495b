import type { Tokenizer } from 'packgraph'
import { mean } from '../metrics/bootstrap.ts'
import { seededRandom, seedOf } from '../metrics/seeded-random.ts'
import { rememberedCount, type TokenizerFamily } from './tokenizer-family.ts'

/** A way of making stored costs. */
export interface WeightArm {
  readonly name: string
  readonly tokenizer: Tokenizer
}

const CHARACTERS_PER_TOKEN = 4
const NOISES_PERCENT = [10, 30, 60]

/**
 * The arms for one generation tokenizer, the exact one first: its own counts. Then the other families' counts, `heuristic@1`, characters / 4, the exact counts
 * with noise, and one constant, the mean of the exact counts.
 *
 * Noise multiplies each count by a factor that is uniform in 1 ± 10, 30 or 60 %, seeded by the text: so the three arms err on the same units in the same
 * direction, and the counts stay right on average.
 */
export async function weightArms(
  generation: TokenizerFamily,
  families: readonly TokenizerFamily[],
  units: readonly string[],
): Promise<readonly WeightArm[]> {
  const own = await Promise.all(units.map(generation.count))
  const constant = Math.round(mean(own))
  const others = families.filter(({ name }) => name !== generation.name)
  return [
    ...[generation, ...others].map(({ name, count }) => arm(name, count)),
    arm('heuristic@1', rememberedCount({ tokenizer: 'heuristic@1' })),
    arm('chars/4', async (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN)),
    ...NOISES_PERCENT.map((percent) =>
      arm(`noise-${percent}`, async (text) => noisy(await generation.count(text), text, percent / 100)),
    ),
    arm('constant', async (text) => (text === '' ? 0 : constant)),
  ]
}

function noisy(tokens: number, text: string, amplitude: number): number {
  const factor = 1 + amplitude * (2 * seededRandom(seedOf(text))() - 1)
  return Math.round(tokens * factor)
}

/** To the index every arm is an estimate by another tokenizer, so that nothing but the counts differs between arms. */
function arm(name: string, count: (text: string) => Promise<number>): WeightArm {
  return { name, tokenizer: { identity: `m6:${name}`, exactness: 'estimated', count: (text) => count(text) } }
}
