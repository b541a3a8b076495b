import { createRecentCache } from '../recent-cache.ts'
import { type ReadText, readText } from './read-text.ts'

/** Texts of a few sessions of a hundred thousand tokens each; what is read of a text takes some times its length. */
const DEFAULT_CHARACTERS = 8_000_000

/** `readText`, which remembers what it gave for the texts of late. */
export function createReadCache(characters: number = DEFAULT_CHARACTERS): (text: string) => ReadText {
  const texts = createRecentCache<ReadText>(characters)
  return (text) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const read = readText(text)
    texts.set(text, read, text.length)
    return read
  }
}
