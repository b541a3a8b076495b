// Preloaded into the command line (`node --import …/die-at-step.mjs?step=COMMIT&nth=2&when=before main.js index …`): kills the process, as nothing can prevent,
// around the nth statement that starts with the words of a step. Without a step it only reports. After each committed write it prints, on descriptor 3, how many
// documents the process has written so far.
import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'

const asked = new URL(import.meta.url).searchParams
const step = asked.get('step')
const nth = Number(asked.get('nth') ?? 1)
const when = asked.get('when') ?? 'before'
const REPORT = 3

let met = 0
let writing = false
let documents = 0

function die() {
  process.kill(process.pid, 'SIGKILL')
  // The signal comes at once, but not before this call returns.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** Runs a piece of work that is called by its SQL, and dies before or after it when it is the one. */
function around(sql, work) {
  const isStep = step !== null && sql.startsWith(step) && ++met === nth
  if (isStep && when === 'before') die()
  const result = work()
  if (sql === 'BEGIN IMMEDIATE') writing = true
  if (writing && sql.startsWith('INSERT INTO documents')) documents++
  if (writing && sql === 'COMMIT') {
    writing = false
    writeSync(REPORT, `${documents}\n`)
  }
  if (isStep && when === 'after') die()
  return result
}

const statements = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'))
for (const name of ['run', 'get', 'all']) {
  const original = statements[name]
  statements[name] = function (...parameters) {
    return around(this.source, () => original.apply(this, parameters))
  }
}
for (const [name, prefix] of [
  ['exec', ''],
  ['pragma', 'PRAGMA '],
  ['close', 'CLOSE'],
]) {
  const original = Database.prototype[name]
  Database.prototype[name] = function (...parameters) {
    return around(`${prefix}${parameters[0] ?? ''}`, () => original.apply(this, parameters))
  }
}
