import { type Handler, Parser } from 'htmlparser2'

/** Elements nested deeper are flattened: each tag takes the parser time in proportion to the depth. */
const MAX_DEPTH = 500

/** An HTML parser whose time is linear in the text, however deep its elements are nested. */
export class BoundedParser extends Parser {
  readonly #depth: { value: number }
  #flattens = false

  constructor(handler: Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>) {
    const depth = { value: 0 }
    super({
      onopentag: (name, attributes, implied) => {
        depth.value++
        handler.onopentag(name, attributes, implied)
      },
      ontext: handler.ontext,
      onclosetag: (name, implied) => {
        depth.value--
        handler.onclosetag(name, implied)
      },
    })
    this.#depth = depth
  }

  override onopentagname(start: number, endIndex: number): void {
    this.#flattens = this.#depth.value >= MAX_DEPTH
    super.onopentagname(start, endIndex)
  }

  override onclosetag(start: number, endIndex: number): void {
    this.#flattens = false
    super.onclosetag(start, endIndex)
  }

  /** A void element has no content: it is closed as soon as it is opened. */
  protected override isVoidElement(name: string): boolean {
    return this.#flattens || super.isVoidElement(name)
  }
}
