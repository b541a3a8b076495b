import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PackgraphError } from 'packgraph'
import { parseLines } from '../input/parse-lines.ts'
import { parseAgentSession } from './parse-agent-session.ts'
import { parseChatRun } from './parse-chat-run.ts'
import type { Transcript } from './transcript.ts'

/** Conversations that are evaluated together. */
export interface Transcripts {
  readonly name: string
  readonly transcripts: readonly Transcript[]
  /** Of the files' bytes. */
  readonly fingerprint: string
}

/**
 * Reads conversations: a `.jsonl` file, or all of a folder, by name. A file whose lines have `messages` holds a run a line in OpenAI's shape; any other is one session of an
 * agent, a row a line, in Anthropic's.
 * @throws PackgraphError `INPUT`, with file and line where there is one.
 */
export async function readTranscripts(path: string): Promise<Transcripts> {
  const files = await filesOf(path)
  const hash = createHash('sha256')
  const transcripts: Transcript[] = []
  for (const file of files) {
    const bytes = await readFile(file)
    hash.update(basename(file)).update('\0').update(bytes)
    transcripts.push(...parseFile(basename(file), bytes))
  }
  return { name: basename(path, '.jsonl'), transcripts, fingerprint: hash.digest('hex') }
}

function parseFile(file: string, bytes: Uint8Array): readonly Transcript[] {
  const lines = parseLines(file, bytes)
  const name = basename(file, '.jsonl')
  if (lines[0]?.fields.messages === undefined) return [parseAgentSession(name, lines)]
  return lines.map((line) => parseChatRun(name, line))
}

async function filesOf(path: string): Promise<readonly string[]> {
  const missing = (cause?: unknown): PackgraphError =>
    new PackgraphError('INPUT', `there are no conversations in ${path}`, {
      facts: { path },
      hint: 'Name a .jsonl file or a folder of them; docs/evaluation.md describes both shapes.',
      cause,
    })
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const names = (await readdir(path)).filter((name) => name.endsWith('.jsonl')).sort()
    if (names.length > 0) return names.map((name) => join(path, name))
  } catch (cause) {
    throw missing(cause)
  }
  throw missing()
}
