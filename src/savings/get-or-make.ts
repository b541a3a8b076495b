/** The value of a key; where there is none, a new one, which the map then has. */
export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** Entries of a map by key, as strings compare. */
export function byName<Key extends string, Value>(map: ReadonlyMap<Key, Value>): readonly (readonly [Key, Value])[] {
  return [...map].sort(([left], [right]) => (left < right ? -1 : 1))
}
