import { isList, JsonObject, type JsonTree, Lexeme } from '../../compress/tool-output/json/json-tree.ts'

/** A leaf of JSON: a string, a number, `true`, `false` or `null`. */
export interface JsonLeaf {
  readonly text: string
  /** Of the innermost object around it; empty where there is none. */
  readonly key: string
  /** Whether that key, or one further out, satisfies `isTelling`. */
  readonly isTelling: boolean
}

/** What is left of a document. */
export interface PrunedJson {
  /** Undefined where nothing is left. */
  readonly tree: JsonTree | undefined
  readonly omittedRows: number
  readonly omittedValues: number
}

/** What becomes of a row of a list: all of it stays, only the leaf that tells it apart, or nothing. */
export type RowChoice =
  | { readonly keeps: 'all' }
  | { readonly keeps: 'name'; readonly name: string }
  | { readonly keeps: 'nothing' }

export interface PruneRules {
  readonly keepsLeaf: (leaf: JsonLeaf) => boolean
  /** What becomes of the items of a list of objects or lists. Default: they are pruned as everything is. */
  readonly chooseRows?: (rows: readonly JsonTree[]) => readonly RowChoice[]
  readonly isTelling: (key: string) => boolean
}

/** Leaves out leaves and rows; order, keys and spelling of what stays are those of the source. Containers that lose everything go, too. Linear, but for what the rules cost. */
export function pruneJson(root: JsonTree, rules: PruneRules): PrunedJson {
  let omittedRows = 0
  let omittedValues = 0
  const tree = prune(root, '', false)
  return { tree, omittedRows, omittedValues }

  function prune(node: JsonTree, key: string, isTelling: boolean): JsonTree | undefined {
    if (isList(node)) return pruneList(node, key, isTelling)
    if (node instanceof JsonObject) return pruneObject(node, isTelling)
    if (rules.keepsLeaf({ text: leafText(node), key, isTelling })) return node
    omittedValues++
    return undefined
  }

  function pruneList(items: readonly JsonTree[], key: string, isTelling: boolean): JsonTree | undefined {
    const choices = items.length > 1 && items.every(isContainer) ? rules.chooseRows?.(items) : undefined
    const kept: JsonTree[] = []
    items.forEach((item, position) => {
      const choice = choices?.[position]
      if (choice !== undefined && choice.keeps !== 'all') omittedRows++
      const left = choice === undefined || choice.keeps === 'all' ? prune(item, key, isTelling) : nameOf(item, choice)
      if (left !== undefined) kept.push(left)
    })
    return kept.length > 0 ? kept : undefined
  }

  function pruneObject({ keys, values }: JsonObject, isTelling: boolean): JsonTree | undefined {
    const keptKeys: string[] = []
    const keptValues: JsonTree[] = []
    keys.forEach((key, position) => {
      const value = prune(values[position]!, key, isTelling || rules.isTelling(key))
      if (value === undefined) return
      keptKeys.push(key)
      keptValues.push(value)
    })
    return keptKeys.length > 0 ? new JsonObject(keptKeys, keptValues) : undefined
  }
}

/** Of a row its first leaf of that text, within what it stands in. */
function nameOf(row: JsonTree, choice: RowChoice): JsonTree | undefined {
  if (choice.keeps !== 'name') return undefined
  let isFound = false
  const keepsLeaf = ({ text }: JsonLeaf): boolean => {
    if (isFound || text !== choice.name) return false
    isFound = true
    return true
  }
  return pruneJson(row, { keepsLeaf, isTelling: () => false }).tree
}

/** The leaves of a tree in order. Linear. */
export function leavesOf(root: JsonTree): readonly JsonLeaf[] {
  const leaves: JsonLeaf[] = []
  const visit = (node: JsonTree, key: string): void => {
    if (isList(node)) for (const item of node) visit(item, key)
    else if (node instanceof JsonObject) {
      node.keys.forEach((inner, position) => {
        visit(node.values[position]!, inner)
      })
    } else leaves.push({ text: leafText(node), key, isTelling: false })
  }
  visit(root, '')
  return leaves
}

function isContainer(node: JsonTree): boolean {
  return isList(node) || node instanceof JsonObject
}

function leafText(leaf: JsonTree): string {
  return leaf instanceof Lexeme ? leaf.text : (leaf as string)
}
