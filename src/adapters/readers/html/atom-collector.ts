import type { Block } from '../../../ports/structure-reader.ts'
import { INLINE, LIST_ITEMS, LISTS } from './element-roles.ts'

/** More markup than this before the first text says more about its looks than about its content, and stays outside the block. */
const MAX_LEADING_TAG_LENGTH = 160

/** Gathers one outermost list or table: where its text lies, and where it may be cut. */
export class AtomCollector {
  readonly kind: 'list' | 'table'
  readonly #tag: string
  readonly #source: string
  /** Open lists (or tables) of which this is the outermost. */
  #depth = 1
  #start: number | undefined
  #end = 0
  readonly #items: number[] = []
  readonly #nested: number[] = []
  /** The first row, when it is a header. */
  #headerEnd: number | undefined
  #rowHasHeaderCell = false
  /** Where the latest tag that the next text belongs to starts. */
  #leadingTag: number | undefined

  constructor(kind: 'list' | 'table', tag: string, source: string) {
    this.kind = kind
    this.#tag = tag
    this.#source = source
  }

  get isClosed(): boolean {
    return this.#depth === 0
  }

  open(name: string, start: number): void {
    if (this.#isContainer(name)) this.#depth++
    const isItem = this.kind === 'list' ? LIST_ITEMS.has(name) : name === 'tr'
    if (isItem && this.#depth === 1) {
      this.#items.push(start)
      this.#rowHasHeaderCell = false
      if (this.#start === undefined) this.#leadingTag = start
    } else if (isItem || (this.kind === 'list' && !INLINE.has(name))) {
      this.#nested.push(start)
    }
    if (name === 'th' && this.#depth === 1) this.#rowHasHeaderCell = true
  }

  text(start: number, end: number): void {
    if (this.#start === undefined) {
      const tag = this.#leadingTag ?? start
      this.#start = start - tag <= MAX_LEADING_TAG_LENGTH ? tag : start
    }
    this.#end = end
  }

  close(name: string, end: number, implied: boolean): void {
    if (this.#isContainer(name)) this.#depth--
    if (this.#start === undefined) return
    const isVoid = name === 'br' || name === 'img'
    if (!implied && !isVoid && this.#depth > 0) this.#end = end
    if (name === 'tr' && this.#depth === 1 && this.#items.length === 1 && this.#rowHasHeaderCell) this.#headerEnd = end
  }

  /** An empty one at the same depth, for what follows an interruption. */
  continued(): AtomCollector {
    const rest = new AtomCollector(this.kind, this.#tag, this.#source)
    rest.#depth = this.#depth
    return rest
  }

  /** @returns undefined when it holds no text. */
  block(): Block | undefined {
    if (this.#start === undefined) return undefined
    const range = { kind: this.kind, start: this.#start, end: this.#end }
    if (this.#headerEnd === undefined) return { ...range, cuts: [this.#items, this.#nested] }
    // The header stays with the first row, and its source is printed again before the others.
    const opening = `${this.#source.slice(this.#start, this.#headerEnd).trimEnd()}\n`
    return { ...range, cuts: [this.#items.slice(2), this.#nested], opening }
  }

  #isContainer(name: string): boolean {
    return this.kind === 'list' ? LISTS.has(name) : name === 'table'
  }
}
