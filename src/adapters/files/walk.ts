import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { throwIfCancelled } from '../../domain/errors.ts'
import { messageOf } from './file-error.ts'
import { type IgnoreRules, isIgnored, rulesAbove, withRulesOf } from './ignore-rules.ts'

/** A file to read. */
export interface FoundFile {
  readonly kind: 'file'
  readonly root: string
  /** Absolute, without symbolic links. */
  readonly path: string
  /** Relative to the root, with forward slashes; the name alone when the root is a file. */
  readonly uri: string
  readonly sizeBytes: number
}

/** Something that is not read, and why. */
export interface FoundProblem {
  readonly kind: 'skipped' | 'failed'
  readonly root: string
  readonly uri: string
  readonly reason: string
}

export type Found = FoundFile | FoundProblem

/** Folders that hold no documents of the user's, left out without a word. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules'])

interface Walk {
  readonly root: string
  readonly found: Found[]
  /** Real paths of files to their uris, over all roots of one reading. */
  readonly taken: Map<string, string>
  readonly visitedFolders: Set<string>
  /** Symbolic links wait until everything that stands in its own place is found. */
  readonly links: { readonly path: string; readonly uri: string }[]
  readonly signal: AbortSignal | undefined
}

/**
 * Finds the files under a path, in order of names: respects nested `.gitignore` files (and those of the work tree around the path), leaves out `.git`,
 * `node_modules` and packgraph's own files, follows symbolic links to what is inside the root and is found nowhere else. Every file is taken once, at its own
 * place if it has one under the root. Loops, links out of the root, broken links, devices and unreadable folders are reported.
 * @param taken real paths that earlier roots have taken; added to.
 */
export async function walk(path: string, taken: Map<string, string>, signal?: AbortSignal): Promise<Found[]> {
  const root = await realpath(path)
  const state: Walk = { root, found: [], taken, visitedFolders: new Set(), links: [], signal }
  if (!(await stat(root)).isDirectory()) {
    await takeFile(root, basename(path), state)
    return state.found
  }
  await walkFolder(root, '', await rulesAbove(root), state)
  for (let link = state.links.shift(); link !== undefined; link = state.links.shift()) await followLink(link, state)
  return state.found
}

async function walkFolder(folder: string, uriPrefix: string, outer: IgnoreRules, state: Walk): Promise<void> {
  throwIfCancelled(state.signal)
  state.visitedFolders.add(folder)
  const rules = await withRulesOf(folder, outer)
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    report(state, 'failed', uriPrefix || '.', `the folder cannot be read: ${messageOf(error)}`)
    return
  }
  entries.sort((left, right) => (left.name < right.name ? -1 : 1))
  for (const entry of entries) {
    if (isOurs(entry.name) || SKIPPED_FOLDERS.has(entry.name)) continue
    const path = join(folder, entry.name)
    const uri = uriPrefix === '' ? entry.name : `${uriPrefix}/${entry.name}`
    if (isIgnored(path, entry.isDirectory(), rules)) continue
    if (entry.isSymbolicLink()) state.links.push({ path, uri })
    else if (entry.isDirectory()) await walkFolder(path, uri, rules, state)
    else await takeFile(path, uri, state)
  }
}

async function followLink(link: { readonly path: string; readonly uri: string }, state: Walk): Promise<void> {
  throwIfCancelled(state.signal)
  let target: string
  try {
    target = await realpath(link.path)
  } catch (error) {
    const loops = (error as NodeJS.ErrnoException).code === 'ELOOP'
    report(state, 'skipped', link.uri, loops ? 'a symbolic link that leads to itself' : 'a broken symbolic link')
    return
  }
  const inside = relative(state.root, target).split(sep)
  if (inside[0] === '..') {
    report(state, 'skipped', link.uri, 'a symbolic link out of the folder')
  } else if (inside.some((name) => SKIPPED_FOLDERS.has(name) || isOurs(name))) {
    report(state, 'skipped', link.uri, `a symbolic link into ${inside.join('/')}`)
  } else if (!(await stat(target)).isDirectory()) {
    await takeFile(target, link.uri, state)
  } else if (link.path.startsWith(target + sep)) {
    report(state, 'skipped', link.uri, 'a symbolic link to a folder that contains it')
  } else if (state.visitedFolders.has(target)) {
    report(state, 'skipped', link.uri, `a symbolic link to ${inside.join('/')}, which is read in its own place`)
  } else {
    await walkFolder(target, link.uri, [], state)
  }
}

async function takeFile(path: string, uri: string, state: Walk): Promise<void> {
  if (isOurs(basename(path))) {
    report(state, 'skipped', uri, 'a file of packgraph itself')
    return
  }
  const takenAs = state.taken.get(path)
  if (takenAs !== undefined) {
    report(state, 'skipped', uri, `the same file as ${takenAs}`)
    return
  }
  const facts = await lstat(path).catch((error: unknown) => messageOf(error))
  if (typeof facts === 'string') {
    report(state, 'failed', uri, `the file cannot be read: ${facts}`)
  } else if (!facts.isFile()) {
    report(state, 'skipped', uri, 'neither a file nor a folder')
  } else {
    state.taken.set(path, uri)
    state.found.push({ kind: 'file', root: state.root, path, uri, sizeBytes: facts.size })
  }
}

/** Index files (`*.packgraph`, with `-wal` and the like beside them) and the folder that holds them. */
function isOurs(name: string): boolean {
  return name.includes('.packgraph')
}

function report(state: Walk, kind: FoundProblem['kind'], uri: string, reason: string): void {
  state.found.push({ kind, root: state.root, uri, reason })
}
