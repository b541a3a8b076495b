import type { Structure, StructureReader } from '../../../ports/structure-reader.ts'
import { BlockCollector } from './block-collector.ts'
import { BoundedParser } from './bounded-parser.ts'
import { DROPPED } from './element-roles.ts'

/**
 * Reads HTML, well-formed or not. Headings, paragraphs, lists, tables and preformatted text become blocks whose spans are tight around their content, so
 * that little markup is in them; what is inside a span stays as it stands in the source, tags and entities included. Scripts, styles and the like are in
 * no block. Linear.
 */
export function createHtmlReader(): StructureReader {
  return { mediaTypes: ['text/html', 'application/xhtml+xml'], read: readHtml }
}

function readHtml(text: string): Structure {
  const collector = new BlockCollector(text)
  let title: string | undefined
  let inTitle = false
  let dropped: string | undefined
  let droppedDepth = 0

  const parser = new BoundedParser({
    onopentag(name, attributes) {
      if (dropped !== undefined) {
        if (name === dropped) droppedDepth++
      } else if (DROPPED.has(name)) {
        dropped = name
        droppedDepth = 1
        collector.interrupt()
      } else if (name === 'title' && title === undefined) {
        title = ''
        inTitle = true
      } else {
        collector.open(name, parser.startIndex, parser.endIndex + 1, attributes.alt)
      }
    },
    ontext(data) {
      if (inTitle) title += data
      else if (dropped === undefined) collector.text(data, parser.startIndex, parser.endIndex + 1)
    },
    onclosetag(name, implied) {
      if (dropped !== undefined) {
        if (name === dropped && --droppedDepth === 0) dropped = undefined
      } else if (inTitle) {
        inTitle = name !== 'title'
      } else {
        collector.close(name, implied ? parser.startIndex : parser.endIndex + 1, implied)
      }
    },
  })
  parser.end(text)

  const blocks = collector.finish()
  const plainTitle = (title ?? '').replace(/\s+/g, ' ').trim()
  return { blocks, ...(plainTitle === '' ? {} : { title: plainTitle }) }
}
