import type { Edge, Edges } from '../ports/hypergraph.ts'
import { UnitPlaces } from './unit-places.ts'

/** One edge that was followed, from a unit. */
export interface Step {
  readonly from: number
  readonly edge: Edge
}

/** Where a hop starts from. */
export interface Origin {
  readonly unit: number
  /** The edges that led there, first hop first; empty for a seed. */
  readonly path: () => readonly Step[]
}

/** What one hop reached: the best edge to each unit. In columns: a hop reaches hundreds, of which few are ever told. */
export class ReachedUnits {
  private readonly origins: readonly Origin[]
  private readonly edges: Edges
  private readonly units = new UnitPlaces()
  /** By place: 0 where nothing led to a unit. No unit is reached by more edges than there are. */
  private readonly scores: Float64Array
  private readonly bestEdges: Uint32Array

  /** @param origins those of the edges, in their order. */
  constructor(origins: readonly Origin[], edges: Edges) {
    this.origins = origins
    this.edges = edges
    this.scores = new Float64Array(edges.to.length)
    this.bestEdges = new Uint32Array(edges.to.length)
  }

  /** Notes that an edge leads to its unit with a score; of several edges the first of the best counts. */
  offer(edge: number, score: number): void {
    const place = this.units.place(this.edges.to[edge]!)
    if (score > this.scores[place]!) {
      this.scores[place] = score
      this.bestEdges[place] = edge
    }
  }

  /** Calls `visit` for each unit that was reached, in order of first sight. */
  forEach(visit: (unit: number, score: number) => void): void {
    for (let place = 0; place < this.units.size; place++) {
      const score = this.scores[place]!
      if (score > 0) visit(this.units.at(place), score)
    }
  }

  /** 0 for a unit that was not reached. */
  scoreOf(unit: number): number {
    const place = this.units.find(unit)
    return place < 0 ? 0 : this.scores[place]!
  }

  /** Where the best edge to a reached unit starts. */
  originOf(unit: number): number {
    const edge = this.bestEdgeTo(unit)
    return this.origins.findIndex((_, position) => edge < this.edges.starts[position + 1]!)
  }

  /** The edges that led to a reached unit, first hop first. */
  pathTo(unit: number): readonly Step[] {
    const origin = this.origins[this.originOf(unit)]!
    return [...origin.path(), { from: origin.unit, edge: this.edges.describe(this.bestEdgeTo(unit)) }]
  }

  private bestEdgeTo(unit: number): number {
    return this.bestEdges[this.units.find(unit)]!
  }
}

/** What the graph lane says of units: how strongly they were reached, and how. Of several hops that reach a unit, the first of the best counts. */
export class Activations {
  private readonly hops: readonly ReachedUnits[]

  constructor(hops: readonly ReachedUnits[]) {
    this.hops = hops
  }

  /** Every reached unit once. */
  units(): readonly number[] {
    const units: number[] = []
    for (const [position, hop] of this.hops.entries()) {
      const before = this.hops.slice(0, position)
      hop.forEach((unit) => {
        if (!before.some((earlier) => earlier.scoreOf(unit) > 0)) units.push(unit)
      })
    }
    return units
  }

  /** 0 for a unit that was not reached. */
  scoreOf(unit: number): number {
    let best = 0
    for (const hop of this.hops) best = Math.max(best, hop.scoreOf(unit))
    return best
  }

  /** The edges that led to a unit, first hop first; empty for one that was not reached. */
  pathTo(unit: number): readonly Step[] {
    const score = this.scoreOf(unit)
    return score === 0 ? [] : this.hops.find((hop) => hop.scoreOf(unit) === score)!.pathTo(unit)
  }
}
