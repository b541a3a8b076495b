import type { StructureReader } from '../ports/structure-reader.ts'

/** Finds the structure reader for a media type. */
export interface ReaderRegistry {
  /** @returns the reader of that type, parameters and case aside; for a type that nobody reads, the reader of `text/plain`. */
  readerFor(mediaType: string): StructureReader
}

/**
 * @param readers one of them must read `text/plain`; of two that read the same type the later one serves, so that a caller can replace a reader.
 * @throws RangeError when none reads `text/plain`.
 */
export function createReaderRegistry(readers: readonly StructureReader[]): ReaderRegistry {
  const byMediaType = new Map(readers.flatMap((reader) => reader.mediaTypes.map((mediaType) => [mediaType, reader])))
  const plain = byMediaType.get('text/plain')
  if (plain === undefined) throw new RangeError('a reader registry needs a reader of text/plain')
  return {
    readerFor: (mediaType) => byMediaType.get(mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '') ?? plain,
  }
}
