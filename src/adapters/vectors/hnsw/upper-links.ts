import { damagedGraph } from './graph-error.ts'

interface UpperLayers {
  readonly entry: number
  readonly highestLayer: number
  /** The highest layer of each element. */
  readonly layers: Uint8Array
  /** Target and layer of each link, one after the other: a million pairs would be a million objects. */
  readonly links: readonly number[]
}

/**
 * Checks that the entry point stands on the highest layer, and that every link of a layer leads to an element that has this layer: below it native code would read
 * lists that do not exist.
 * @throws PackgraphError `INDEX_INVALID`.
 */
export function checkUpperLinks({ entry, highestLayer, layers, links }: UpperLayers): void {
  const highest = layers.reduce((most, layer) => Math.max(most, layer), 0)
  if (highest !== highestLayer)
    throw damagedGraph(`its header says highest layer ${highestLayer}, but it is ${highest}`)
  if (layers[entry] !== highest) throw damagedGraph(`its entry point ${entry} is not on the highest layer`)
  for (let place = 0; place < links.length; place += 2) {
    const target = links[place]!
    const layer = links[place + 1]!
    if (layers[target]! < layer)
      throw damagedGraph(`a link on layer ${layer} leads to element ${target}, which ends on layer ${layers[target]}`)
  }
}
