import { type Draft, draftOf, type PackJob, tryPlacing } from './draft.ts'
import { type CutUnit, choosePieces, cutUnit } from './excerpt.ts'
import { excerptBody } from './excerpt-body.ts'
import { isContinuedBy, type Placement, type RankedCandidate, wholeOf } from './placement.ts'
import { QuestionTerms } from './question-terms.ts'
import { renderBlock } from './render.ts'
import { isPlainlyTooLong } from './too-long.ts'

/** Room below this takes whole units only: a header and half a sentence help nobody. */
const MIN_EXCERPT_ROOM_TOKENS = 25
/** A first unit larger than this share of the room makes way for a second that is nearly as good, and is cut to this share itself. */
const FIRST_UNIT_SHARE = 0.7
const NEARLY_AS_GOOD = 0.7

/**
 * Uses the room that a verified prefix leaves. In rank order, each unit left out is tried whole, then, while there are
 * {@link MIN_EXCERPT_ROOM_TOKENS} left, as an excerpt sized to the room; excerpts grow back to whole units where that now fits; and all of it again until a round changes nothing, because
 * a placed unit makes its neighbours cheaper. Every step is accepted on an exact count of the whole text only. A function of the prefix, the ranking
 * and the tokenizer: stored costs are not read.
 */
export async function fill(job: PackJob, prefix: Draft): Promise<Draft> {
  const filler = new Filler(job)
  let draft = (await filler.makeWayForSecond(prefix)) ?? prefix
  for (let before: Draft | undefined; before !== draft; ) {
    before = draft
    draft = await filler.addLeftOut(draft)
    draft = await filler.growExcerpts(draft)
  }
  return draft
}

/** Spares most of what is left out a count in a room that hardly any unit fits in. A unit that joins what is placed may save as much as it takes. */
function isHopeless(draft: Draft, { candidate }: RankedCandidate, roomTokens: number): boolean {
  if (!isPlainlyTooLong(candidate.hyperedge.text, roomTokens)) return false
  return !draft.placements.some((placed) => isContinuedBy(candidate, placed.candidate))
}

class Filler {
  readonly #job: PackJob
  readonly #terms: QuestionTerms
  readonly #cutUnits = new Map<number, CutUnit | undefined>()
  /** The draft that each left-out unit was last refused in: another try in the same one would end the same way. */
  readonly #refusedIn = new Map<number, Draft>()

  constructor(job: PackJob) {
    this.#job = job
    this.#terms = new QuestionTerms(job.termWeights)
  }

  /** One large unit must not keep a second out that is nearly as relevant. @returns undefined when the case does not arise. */
  async makeWayForSecond(prefix: Draft): Promise<Draft | undefined> {
    const job = this.#job
    const [first, second] = job.candidates
    if (!job.takesExcerpts || !first || !second || prefix.placements.length > 1) return undefined
    if (second.candidate.score < NEARLY_AS_GOOD * first.candidate.score) return undefined
    const empty = await draftOf(job, [])
    const shareTokens = Math.floor(FIRST_UNIT_SHARE * (job.limitTokens - empty.tokens))
    const block = empty.placed.blockOf(wholeOf(first))
    if ((await job.blocks.count(wholeOf(first), block)) <= shareTokens) return undefined
    return this.#tryExcerpt(empty, first, shareTokens)
  }

  async addLeftOut(start: Draft): Promise<Draft> {
    const job = this.#job
    const placedRanks = new Set(start.placements.map(({ rank }) => rank))
    let draft = start
    for (const ranked of job.candidates) {
      if (placedRanks.has(ranked.rank) || this.#refusedIn.get(ranked.rank) === draft) continue
      const roomTokens = job.limitTokens - draft.tokens
      const hasRoomForExcerpt = job.takesExcerpts && roomTokens >= MIN_EXCERPT_ROOM_TOKENS
      if (!hasRoomForExcerpt && isHopeless(draft, ranked, roomTokens)) continue
      const whole = await tryPlacing(job, draft, wholeOf(ranked))
      const next = whole ?? (hasRoomForExcerpt ? await this.#tryExcerpt(draft, ranked, roomTokens) : undefined)
      if (next) draft = next
      else this.#refusedIn.set(ranked.rank, draft)
    }
    return draft
  }

  async growExcerpts(start: Draft): Promise<Draft> {
    let draft = start
    for (const placement of start.placements) {
      if (placement.body.excerpt) draft = (await tryPlacing(this.#job, draft, wholeOf(placement))) ?? draft
    }
    return draft
  }

  /** Places the best excerpt of a unit that takes at most `roomTokens`; pieces that came last go first when it turns out too large. */
  async #tryExcerpt(draft: Draft, ranked: RankedCandidate, roomTokens: number): Promise<Draft | undefined> {
    const job = this.#job
    const mark = job.frame.selectedMark
    const unit = this.#cut(ranked)
    if (!unit) return undefined
    const shell: Placement = { ...ranked, body: { text: '', spans: [], excerpt: true, pieces: [] } }
    const shellTokens = await job.counter.count(renderBlock(shell, draft.placed.leadFor(ranked), false))
    const chosen = await choosePieces(unit, roomTokens - shellTokens, mark, job.counter)
    for (let kept = chosen.length; kept > 0; kept--) {
      const placement = { ...ranked, body: excerptBody(unit, chosen.slice(0, kept), mark) }
      const blockTokens = await job.blocks.count(placement, draft.placed.blockOf(placement))
      const next = blockTokens <= roomTokens ? await draftOf(job, [...draft.placements, placement]) : undefined
      if (next && next.tokens <= job.limitTokens) return next
    }
    return undefined
  }

  #cut(ranked: RankedCandidate): CutUnit | undefined {
    if (!this.#cutUnits.has(ranked.rank)) this.#cutUnits.set(ranked.rank, cutUnit(ranked, this.#terms))
    return this.#cutUnits.get(ranked.rank)
  }
}
