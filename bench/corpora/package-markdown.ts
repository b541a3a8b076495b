import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentInput } from '../../src/index.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The Markdown that ships with the packages in node_modules, in order of path: some three megabytes of real text that every clone has. */
export function packageMarkdown(): readonly (DocumentInput & { readonly text: string })[] {
  return readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => ({ uri: path, text: readFileSync(join(modules, path), 'utf8') }))
    .filter(({ text }) => text.trim() !== '')
}

/** Questions that such text answers. */
export const PACKAGE_QUESTIONS: readonly string[] = [
  'How is the package installed and imported in an ES module?',
  'Which options does the command line take and what are their defaults?',
  'What changed between the last two major versions?',
  'How are errors reported to the caller?',
  'How is a schema validated and transformed?',
  'Which patterns does an ignore file understand?',
  'How does a worker pool cancel a running task?',
  'How is a transaction rolled back in SQLite?',
  'What does the license allow and what does it require?',
  'How are plugins for a Markdown parser written?',
]
