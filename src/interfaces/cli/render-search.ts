import type { Lanes, SearchHit, SearchResult } from '../../index.ts'
import { shorten } from './format.ts'
import type { Terminal } from './terminal.ts'

const SNIPPET_CHARACTERS = 220
const LEAD_CHARACTERS = 60

/** The hits as a list for people: title and headings, uri, the place that answers, and the ref to go on with. */
export function renderSearch(result: SearchResult, terminal: Terminal): string {
  const entries = result.hits.map((hit, index) => renderHit(hit, index + 1, result.query, terminal))
  return entries.length > 0 ? `${entries.join('\n\n')}\n` : ''
}

function renderHit(hit: SearchHit, rank: number, query: string, terminal: Terminal): string {
  const { uri, title } = hit
  const indent = ' '.repeat(String(rank).length + 2)
  const where = [title || uri, ...hit.headingPath.filter((heading) => heading !== title)].join(' › ')
  const lines = [
    `${rank}. ${terminal.styleOutput('bold', where)}`,
    `${indent}${uri}  ${terminal.styleOutput('dim', describeLanes(hit.lanes))}`,
    `${indent}${snippet(hit.text, query)}`,
    `${indent}${terminal.styleOutput('dim', hit.ref)}`,
  ]
  if (hit.duplicates.length > 0) lines.push(`${indent}also in ${hit.duplicates.map((d) => d.uri).join(', ')}`)
  return lines.join('\n')
}

/** `lexical 1, graph 3`: the rank that each lane gave. */
export function describeLanes(lanes: Lanes): string {
  return (['lexical', 'dense', 'graph'] as const)
    .flatMap((name) => (lanes[name] ? [`${name} ${lanes[name].rank}`] : []))
    .join(', ')
}

/** The stretch of a text where most of the query's words stand together, on one line. */
export function snippet(text: string, query: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= SNIPPET_CHARACTERS) return flat
  const start = bestStart(flat, query)
  const cut = start === 0 ? flat : `…${flat.slice(start)}`
  return shorten(cut, SNIPPET_CHARACTERS)
}

function bestStart(text: string, query: string): number {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const places = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]{3,}/gu)].filter(([word]) => words.has(word))
  const within = (from: number) => {
    const near = places.filter((place) => place.index >= from && place.index < from + SNIPPET_CHARACTERS)
    return new Set(near.map(([word]) => word)).size
  }
  const best = places.reduce((best, place) => (within(place.index) > within(best) ? place.index : best), 0)
  if (best < LEAD_CHARACTERS) return 0
  // Begin at a word, a little before the first match.
  return text.indexOf(' ', best - LEAD_CHARACTERS) + 1
}
