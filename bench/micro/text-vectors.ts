import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveEmbedder } from '../../src/adapters/models/resolve-embedder.ts'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { openIndex } from '../../src/index.ts'
import { PACKAGE_QUESTIONS, packageMarkdown } from '../corpora/package-markdown.ts'
import { dataFolder } from '../data-folder.ts'

/** Public corpora that lie beside the project on some machines. */
const CORPORA = ['multihop-hotpot500', 'multihop-musique100', 'docs-scale', 'tool-outputs', 'ir-cookbook-code']
const MOST_QUESTIONS = 60

export interface TextVectors {
  /** Row-major. */
  readonly vectors: Float32Array
  readonly queries: readonly Float32Array[]
}

/** What the default embedder makes of the units of real text, and of questions about it: Markdown of packages, and public corpora where they are. */
export async function textVectors(indexPath: string): Promise<TextVectors> {
  const index = await openIndex(indexPath)
  await index.add(packageMarkdown())
  for (const name of CORPORA.filter((each) => existsSync(join(dataFolder, each))))
    await index.addFiles([join(dataFolder, name)], { collection: name })
  await index.close()
  const embedder = await resolveEmbedder('static')
  const questions = [...PACKAGE_QUESTIONS, ...CORPORA.flatMap(questionsOf)]
  return {
    vectors: await storedVectors(indexPath, embedder.dimensions),
    queries: await embedder.embed(questions, { kind: 'query', signal: undefined }),
  }
}

async function storedVectors(indexPath: string, dimensions: number): Promise<Float32Array> {
  const store = await openSqliteStore(indexPath)
  const snapshot = await store.snapshot()
  const vectors = new Float32Array((await store.status()).hyperedges * dimensions)
  let start = 0
  for await (const page of snapshot.embeddings()) {
    vectors.set(page.vectors, start)
    start += page.vectors.length
  }
  await store.close()
  return vectors
}

/** The first questions of a corpus that has any. */
function questionsOf(name: string): readonly string[] {
  const path = join(dataFolder, name, 'queries.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(0, MOST_QUESTIONS)
  return lines.map((line) => (JSON.parse(line) as { readonly question: string }).question)
}
