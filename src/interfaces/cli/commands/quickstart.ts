import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { EXIT } from '../exit-codes.ts'
import { formatCount } from '../format.ts'
import { createFolderOf } from '../index-folder.ts'
import { renderProof } from '../render-pack.ts'
import { type Session, withIndex } from '../session.ts'
import { noteWrapped } from '../wrap.ts'

const INDEX = '.packgraph/quickstart.packgraph'
const QUESTION = 'How does packgraph make sure that a pack fits the budget?'
const BUDGET_TOKENS = 600
const TOKENIZER = 'tiktoken:o200k_base'
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'docs']

// From `dist/interfaces/cli/commands` to the folder that holds package.json.
const packageFolder = fileURLToPath(new URL('../../../../', import.meta.url))

export function registerQuickstart(program: Command, session: Session): void {
  program
    .command('quickstart')
    .summary("try it on packgraph's own documentation")
    .description(`Indexes packgraph's own documentation into ${INDEX}, packs one question, and says what to type next.`)
    .addHelpText('after', '\nExample:\n  packgraph quickstart')
    .action(async () => {
      await quickstart(session)
      session.finish(EXIT.done)
    })
}

async function quickstart({ terminal, signal }: Session): Promise<void> {
  const paths = DOCUMENTS.map((name) => join(packageFolder, name)).filter((path) => existsSync(path))
  await createFolderOf(INDEX)
  await withIndex(INDEX, { create: true }, async (index) => {
    await index.addFiles(paths, { signal })
    const status = await index.status()
    terminal.note(`indexed ${formatCount(status.documents, 'document')}, ${formatCount(status.hyperedges, 'unit')}`)
    terminal.note(`packing “${QUESTION}”\n`)
    const pack = await index.pack(QUESTION, BUDGET_TOKENS, { tokenizer: TOKENIZER, signal })
    terminal.write(pack.text.endsWith('\n') ? pack.text : `${pack.text}\n`)
    terminal.note('')
    for (const line of renderProof(pack)) noteWrapped(terminal, line)
  })
  const command = commandIn(packageFolder)
  terminal.note('\nnext:')
  terminal.note(`  ${command} search "byte spans" --index ${INDEX}`)
  terminal.note(`  ${command} index <your folder>`)
  terminal.note(`  ${command} pack "<your question>" --budget 2000 --tokenizer ${TOKENIZER} --explain`)
}

/** How to type a command: in a clone its script, in a project that depends on the package its binary. */
export function commandIn(folder: string): string {
  return folder.split(sep).includes('node_modules') ? 'npx packgraph' : 'npm run -s packgraph --'
}
