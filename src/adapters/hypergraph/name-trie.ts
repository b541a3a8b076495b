import { NumberList, words } from './number-list.ts'

const ROOT = 0
const MIN_SLOTS = 64

/** A trie at rest. Node 0 is the root. */
export interface PackedTrie {
  /** For each node, one more than the entity that ends there; 0 where none does. */
  readonly entities: Uint32Array
  /** Open addressing: node and token of each edge side by side, and beside them the node it leads to; 0 marks a free slot. Its length is a power of two. */
  readonly keys: Uint32Array
  readonly targets: Uint32Array
}

/** A trie over the numbers of tokens in flat memory, so that a scan costs the same however many names begin with one word. */
export class NameTrie {
  private entities: NumberList<Uint32Array> = new NumberList(words)
  private keys: Uint32Array = new Uint32Array(2 * MIN_SLOTS)
  private targets: Uint32Array = new Uint32Array(MIN_SLOTS)

  constructor() {
    this.entities.push(0)
  }

  static from({ entities, keys, targets }: PackedTrie): NameTrie {
    const trie = new NameTrie()
    trie.entities = NumberList.from(words, entities)
    trie.keys = keys
    trie.targets = targets
    return trie
  }

  pack(): PackedTrie {
    return { entities: this.entities.view(), keys: this.keys, targets: this.targets }
  }

  add(tokens: readonly number[], entity: number): void {
    let node = ROOT
    for (const token of tokens) node = this.childOf(node, token)
    this.entities.set(node, entity + 1)
  }

  /** The node that a token leads to; 0 where it leads nowhere. */
  next(node: number, token: number): number {
    return this.targets[this.slotOf(node, token)]!
  }

  /** The entity that ends at a node. */
  entityAt(node: number): number | undefined {
    const entity = this.entities.at(node)
    return entity === 0 ? undefined : entity - 1
  }

  private childOf(node: number, token: number): number {
    const slot = this.slotOf(node, token)
    if (this.targets[slot] !== 0) return this.targets[slot]!
    const child = this.entities.length
    this.entities.push(0)
    this.put(slot, node, token, child)
    if (2 * this.entities.length > this.targets.length) this.grow()
    return child
  }

  private put(slot: number, node: number, token: number, target: number): void {
    this.keys[2 * slot] = node
    this.keys[2 * slot + 1] = token
    this.targets[slot] = target
  }

  /** Where the edge is, or the free slot where it would be. */
  private slotOf(node: number, token: number): number {
    const last = this.targets.length - 1
    const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(token, 0x85ebca6b)
    let slot = (mixed ^ (mixed >>> 15)) & last
    while (this.targets[slot] !== 0 && (this.keys[2 * slot] !== node || this.keys[2 * slot + 1] !== token))
      slot = (slot + 1) & last
    return slot
  }

  private grow(): void {
    const { keys, targets } = this
    this.keys = new Uint32Array(2 * keys.length)
    this.targets = new Uint32Array(2 * targets.length)
    targets.forEach((target, slot) => {
      if (target === 0) return
      const node = keys[2 * slot]!
      const token = keys[2 * slot + 1]!
      this.put(this.slotOf(node, token), node, token, target)
    })
  }
}
