const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements whose content is not text to read. */
export const DROPPED: ReadonlySet<string> = words('script style template noscript svg iframe object canvas')

/** Elements that stand in a line of text: they neither start nor end a paragraph. */
export const INLINE: ReadonlySet<string> = words(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark math meter output progress q ruby rt rp s samp small ' +
    'span strike strong sub sup time tt u var wbr',
)

/** Elements that hold items, and their items. */
export const LISTS: ReadonlySet<string> = words('ul ol dl menu')
export const LIST_ITEMS: ReadonlySet<string> = words('li dt')

/** Level of a heading element, or undefined. */
export function headingLevel(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
}
