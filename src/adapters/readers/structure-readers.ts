import type { StructureReader } from '../../ports/structure-reader.ts'
import { delimitedTextReader } from './delimited-text.ts'
import { createHtmlReader } from './html/html-reader.ts'
import { createJsonReader } from './json/json-reader.ts'
import { createMarkdownReader } from './markdown/markdown-reader.ts'
import { plainTextReader } from './plain-text.ts'
import { sourceCodeReader } from './source-code.ts'

/** A reader for every media type that packgraph reads of itself. A reader of PDF or DOCX joins by standing beside them in the registry. */
export const structureReaders: readonly StructureReader[] = [
  plainTextReader,
  createMarkdownReader(),
  createHtmlReader(),
  sourceCodeReader,
  createJsonReader(),
  delimitedTextReader,
]
