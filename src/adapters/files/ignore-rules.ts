import { access, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import createIgnore, { type Ignore } from 'ignore'

/** The `.gitignore` of one folder. */
interface FolderRules {
  readonly folder: string
  readonly rules: Ignore
}

/** The rules that hold in a folder, outermost first. Immutable. */
export type IgnoreRules = readonly FolderRules[]

/** Adds the rules of a folder's own `.gitignore`, if it has one that can be read. */
export async function withRulesOf(folder: string, outer: IgnoreRules): Promise<IgnoreRules> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined)
  return text === undefined ? outer : [...outer, { folder, rules: createIgnore().add(text) }]
}

/**
 * The rules that a Git work tree around a folder lays down for it: those of all folders from the work tree's root to the folder's parent. None when there is
 * no work tree around it, or when they ignore the folder itself: it was asked for by name.
 */
export async function rulesAbove(folder: string): Promise<IgnoreRules> {
  const parents: string[] = []
  let current = folder
  while (!(await exists(join(current, '.git')))) {
    const parent = dirname(current)
    if (parent === current) return []
    parents.unshift(parent)
    current = parent
  }
  let rules: IgnoreRules = []
  for (const parent of parents) rules = await withRulesOf(parent, rules)
  return isIgnored(folder, true, rules) ? [] : rules
}

/** Whether rules ignore a path; the innermost rule that says anything about it decides, as in Git. */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const inside = relative(folder, path).split(sep).join('/')
    const verdict = own.test(isFolder ? `${inside}/` : inside)
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
