import type { Block } from '../../../ports/structure-reader.ts'
import { AtomCollector } from './atom-collector.ts'
import { headingLevel, INLINE, LISTS } from './element-roles.ts'

/** Text that is being gathered into a block. */
interface Run {
  readonly kind: 'paragraph' | 'code' | 'heading'
  readonly level: number
  start: number | undefined
  end: number
  /** Decoded; for headings. */
  words: string
}

/** Makes blocks out of the elements and texts of an HTML document, in the order in which a parser meets them. Offsets are of the source. */
export class BlockCollector {
  readonly #source: string
  readonly #blocks: Block[] = []
  #run: Run = emptyRun()
  #atom: AtomCollector | undefined
  /** Start of inline tags that the next text belongs in. */
  #inlineStart: number | undefined
  #apart = false
  #lineBreaks = 0

  constructor(source: string) {
    this.#source = source
  }

  open(name: string, start: number, end: number, alt: string | undefined): void {
    const level = headingLevel(name)
    if (this.#atom !== undefined) {
      const isLayout = level !== undefined || (name === 'table' && this.#atom.kind === 'table')
      if (!isLayout) {
        this.#atom.open(name, start)
        if (name === 'img' && alt?.trim()) this.#atom.text(start, end)
        return
      }
      // A table or list with headings or tables in it lays out a page; its parts are blocks of their own.
      this.#endAtom()
    }
    if (INLINE.has(name)) this.#openInline(name, start, end, alt)
    else this.#openBlock(name, level)
  }

  text(words: string, start: number, end: number): void {
    if (words.trim() === '') {
      this.#run.words += ' '
      return
    }
    const source = this.#source.slice(start, end)
    this.#add(words, end - source.trimStart().length, start + source.trimEnd().length)
  }

  close(name: string, end: number, implied: boolean): void {
    if (this.#atom !== undefined) {
      this.#atom.close(name, end, implied)
      if (this.#atom.isClosed) this.#endAtom()
    } else if (!INLINE.has(name)) {
      this.#endRun()
    } else if (this.#run.start === undefined) {
      this.#inlineStart = undefined
    } else if (!implied && name !== 'br' && name !== 'img') {
      this.#run.end = end
    }
  }

  /** Something lies here that belongs in no block. */
  interrupt(): void {
    this.#endRun()
    const atom = this.#atom
    if (atom !== undefined) {
      this.#endAtom()
      this.#atom = atom.continued()
    }
    this.#apart = true
  }

  finish(): Block[] {
    this.#endRun()
    this.#endAtom()
    return this.#blocks
  }

  #openInline(name: string, start: number, end: number, alt: string | undefined): void {
    if (name === 'br') {
      // Two line breaks in a row are how old pages write paragraphs.
      this.#lineBreaks++
      if (this.#lineBreaks > 1) this.#endRun()
      this.#run.words += ' '
    } else if (name === 'img') {
      if (alt?.trim()) this.#add(alt, start, end)
    } else if (this.#run.start === undefined) {
      this.#inlineStart ??= start
    }
  }

  #openBlock(name: string, level: number | undefined): void {
    this.#endRun()
    if (LISTS.has(name)) this.#atom = new AtomCollector('list', name, this.#source)
    else if (name === 'table') this.#atom = new AtomCollector('table', name, this.#source)
    else if (name === 'pre') this.#run = emptyRun('code')
    else if (level !== undefined) this.#run = emptyRun('heading', level)
  }

  #add(words: string, start: number, end: number): void {
    this.#lineBreaks = 0
    if (this.#atom !== undefined) {
      this.#atom.text(start, end)
      return
    }
    this.#run.start ??= this.#inlineStart ?? start
    this.#run.end = end
    this.#run.words += words
    this.#inlineStart = undefined
  }

  #endRun(): void {
    const { kind, level, start, end, words } = this.#run
    this.#run = emptyRun()
    this.#inlineStart = undefined
    this.#lineBreaks = 0
    if (start === undefined) return
    const heading = kind === 'heading' ? { level, heading: words.replace(/\s+/g, ' ').trim() } : {}
    this.#push({ kind, start, end, ...heading })
  }

  #endAtom(): void {
    const block = this.#atom?.block()
    this.#atom = undefined
    if (block !== undefined) this.#push(block)
  }

  #push(block: Block): void {
    this.#blocks.push(this.#apart ? { ...block, apart: true } : block)
    this.#apart = false
  }
}

function emptyRun(kind: Run['kind'] = 'paragraph', level = 0): Run {
  return { kind, level, start: undefined, end: 0, words: '' }
}
