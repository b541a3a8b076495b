import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { SavedArrays, SavedArraysAge } from '../../ports/store.ts'
import { Meta } from './meta.ts'

/** Small enough that reading or writing one holds nobody up. */
const PIECE_BYTES = 4 << 20

/** Says which arrays the pieces make, and of what. */
interface Manifest {
  readonly generation: number
  readonly stamp: string
  /** Of the entity extractor that made the rows. */
  readonly extractor: string
  readonly lastHyperedgeId: number
  readonly arrays: readonly (readonly [name: string, sizeBytes: number])[]
}

interface SealedManifest extends Manifest {
  /** Of the manifest and of the digests of all pieces in order. */
  readonly sha256: string
}

/**
 * Reads what `writeSavedArrays` wrote. Every byte is checked, and other work has its turn between pieces.
 * @returns undefined where nothing is saved under the stamp, or anything is not as it was written. Raises SQLite's own errors.
 */
export async function readSavedArrays(database: Database, stamp: string): Promise<SavedArrays | undefined> {
  const manifest = readManifest(new Meta(database), stamp)
  if (manifest === undefined) return undefined
  const digests = database.prepare<[], string>('SELECT sha256 FROM saved_arrays ORDER BY id').pluck().all()
  if (sealOf(manifest, digests) !== manifest.sha256) return undefined
  const piece = database.prepare<[number], Uint8Array>('SELECT bytes FROM saved_arrays WHERE id = ?').pluck()
  const arrays = new Map<string, Uint8Array>()
  let next = 0
  for (const [name, sizeBytes] of manifest.arrays) {
    const array = new Uint8Array(sizeBytes)
    for (let start = 0; start < sizeBytes; start += PIECE_BYTES) {
      const bytes = piece.get(next)
      if (bytes === undefined || digestOf(bytes) !== digests[next]) return undefined
      array.set(bytes, start)
      next++
      await nextTurn()
    }
    arrays.set(name, array)
  }
  const { generation, lastHyperedgeId } = manifest
  return { generation, stamp, lastHyperedgeId, arrays }
}

/** How many hyperedges came since arrays were saved under the stamp. */
export function savedArraysAge(database: Database, meta: Meta, stamp: string): SavedArraysAge {
  const hyperedges = database.prepare<[], number>('SELECT count(*) FROM hyperedges').pluck().get() ?? 0
  const manifest = readManifest(meta, stamp)
  const since = manifest ? meta.lastHyperedgeId() - manifest.lastHyperedgeId : hyperedges
  return { hyperedges, newHyperedges: Math.min(hyperedges, since) }
}

/**
 * Writes arrays in one transaction on a connection of its own, so that other work, the other connections' reading included, has its turn between pieces. What can be
 * done before is done before: other writers wait for the transaction.
 * @returns false where arrays of as late a state are there already. Raises SQLite's own errors, `SQLITE_BUSY` only before anything was done.
 */
export async function writeSavedArrays(database: Database, saved: SavedArrays): Promise<boolean> {
  const pieces = await piecesOf(saved)
  database.exec('BEGIN IMMEDIATE')
  const meta = new Meta(database)
  const present = readManifest(meta, saved.stamp)
  if (present && present.generation >= saved.generation) return false
  database.exec('DELETE FROM saved_arrays')
  const insert = database.prepare('INSERT INTO saved_arrays (id, sha256, bytes) VALUES (?, ?, ?)')
  for (const [place, { sha256, bytes }] of pieces.entries()) {
    insert.run(place, sha256, bytes)
    await nextTurn()
  }
  const manifest: Manifest = {
    generation: saved.generation,
    stamp: saved.stamp,
    extractor: meta.identity()?.extractor ?? '',
    lastHyperedgeId: saved.lastHyperedgeId,
    arrays: Array.from(saved.arrays, ([name, array]) => [name, array.length] as const),
  }
  const sha256 = sealOf(
    manifest,
    pieces.map((piece) => piece.sha256),
  )
  meta.setSavedArrays(JSON.stringify({ ...manifest, sha256 }))
  database.exec('COMMIT')
  return true
}

interface Piece {
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** In the order of the manifest, so that a piece's place says what it belongs to. */
async function piecesOf({ arrays }: SavedArrays): Promise<readonly Piece[]> {
  const pieces: Piece[] = []
  for (const array of arrays.values()) {
    for (let start = 0; start < array.length; start += PIECE_BYTES) {
      const bytes = array.subarray(start, start + PIECE_BYTES)
      pieces.push({ sha256: digestOf(bytes), bytes })
      await nextTurn()
    }
  }
  return pieces
}

/** Something wrong with what is saved, and the piece that it is wrong with where it is one. */
export interface SavedArraysProblem {
  readonly row?: number
  readonly problem: string
}

/** Checks what is saved against itself, whatever its stamp: every byte is read. Raises SQLite's own errors. */
export function savedArraysProblems(database: Database): readonly SavedArraysProblem[] {
  const pieces = database
    .prepare<[], { readonly id: number; readonly sha256: string }>('SELECT id, sha256 FROM saved_arrays ORDER BY id')
    .all()
  const json = new Meta(database).savedArrays()
  if (json === undefined) return pieces.length === 0 ? [] : [{ problem: 'nothing says what its pieces are' }]
  const digests = pieces.map(({ sha256 }) => sha256)
  if (!isSealed(json, digests)) return [{ problem: 'its pieces are not those that meta describes' }]
  const bytesOf = database.prepare<[number], Uint8Array>('SELECT bytes FROM saved_arrays WHERE id = ?').pluck()
  return pieces.flatMap(({ id, sha256 }, place) => {
    if (id !== place) return { row: id, problem: `it is piece ${place}` }
    return digestOf(bytesOf.get(id)!) === sha256 ? [] : { row: id, problem: 'its bytes are not those that were saved' }
  })
}

function isSealed(json: string, digests: readonly string[]): boolean {
  try {
    const manifest = JSON.parse(json) as SealedManifest
    return sealOf(manifest, digests) === manifest.sha256
  } catch {
    return false
  }
}

/** For when rows changed without a change of ids, which nothing but a repair does, and for what is damaged. */
export function forgetSavedArrays(database: Database): void {
  database.exec("DELETE FROM saved_arrays; DELETE FROM meta WHERE key = 'saved-arrays'")
}

function readManifest(meta: Meta, stamp: string): SealedManifest | undefined {
  const json = meta.savedArrays()
  if (json === undefined) return undefined
  try {
    const manifest = JSON.parse(json) as SealedManifest
    const isOurs = manifest.stamp === stamp && manifest.extractor === (meta.identity()?.extractor ?? '')
    return isOurs && Array.isArray(manifest.arrays) ? manifest : undefined
  } catch {
    return undefined
  }
}

function sealOf(
  { generation, stamp, extractor, lastHyperedgeId, arrays }: Manifest,
  digests: readonly string[],
): string {
  return digestOf(JSON.stringify([generation, stamp, extractor, lastHyperedgeId, arrays, digests]))
}

function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
