import type { Token } from 'markdown-it'
import type { MarkdownNodeKind } from '../../../ports/markdown-parser.ts'

/** A block that holds no other block, in lines counted from 0. */
export interface Leaf {
  readonly kind: Exclude<MarkdownNodeKind, 'blank'>
  readonly firstLine: number
  readonly endLine: number
  isWholeItem: boolean
}

/** A container that is open, with the first block in it and how many there are. */
interface Container {
  readonly kind: 'list' | 'quote'
  readonly firstLine: number
  readonly endLine: number
  leaves: number
  first: Leaf | undefined
}

const LEAF_KINDS: Readonly<Record<string, Leaf['kind']>> = {
  heading_open: 'heading',
  table_open: 'table',
  fence: 'code',
  code_block: 'code',
  math_block: 'math',
  html_block: 'html',
  hr: 'rule',
  reference_definition: 'definition',
  paragraph_open: 'paragraph',
}

/** The blocks of a token list that hold no other block, in order. */
export function leavesOf(tokens: readonly Token[]): readonly Leaf[] {
  const leaves: Leaf[] = []
  const containers: Container[] = []
  for (const token of tokens) {
    if (token.type === 'list_item_open' || token.type === 'blockquote_open') {
      const [firstLine, endLine] = token.map ?? [0, 0]
      const kind = token.type === 'list_item_open' ? 'list' : 'quote'
      containers.push({ kind, firstLine, endLine, leaves: 0, first: undefined })
    } else if (token.type === 'list_item_close' || token.type === 'blockquote_close') {
      leaves.push(...closeContainer(containers))
    } else {
      const leaf = leafOf(token, containers.at(-1))
      if (leaf === undefined) continue
      leaves.push(leaf)
      countLeaf(containers, leaf)
    }
  }
  return leaves
}

function leafOf(token: Token, container: Container | undefined): Leaf | undefined {
  const kind = LEAF_KINDS[token.type]
  if (kind === undefined || token.map == null) return undefined
  const [firstLine, endLine] = token.map
  const own = kind === 'paragraph' && container !== undefined ? container.kind : kind
  return { kind: own, firstLine, endLine, isWholeItem: false }
}

function countLeaf(containers: readonly Container[], leaf: Leaf): void {
  const container = containers.at(-1)
  if (container === undefined) return
  container.leaves++
  container.first ??= leaf
}

/** What a container held counts as one more thing in the container around it. An empty one is a leaf itself, since its markers have to belong to something. */
function closeContainer(containers: Container[]): readonly Leaf[] {
  const closed = containers.pop()
  if (closed === undefined) return []
  const outer = containers.at(-1)
  if (outer !== undefined) outer.leaves += Math.max(1, closed.leaves)
  if (closed.first === undefined) {
    const { kind, firstLine, endLine } = closed
    return closed.leaves === 0 ? [{ kind, firstLine, endLine, isWholeItem: kind === 'list' }] : []
  }
  if (closed.kind === 'list' && closed.leaves === 1 && closed.first.kind === 'list') closed.first.isWholeItem = true
  return []
}
