/** The process that `runInProcess` starts: imports a module, calls one function of it with the input that the parent sends, and sends the result back. */
import type { ChildMessage, Task } from './processes.ts'

function send(message: ChildMessage): void {
  process.send?.(message)
}

const [, , module, name] = process.argv
if (module === undefined || name === undefined) throw new Error('usage: child <module> <function>')

process.once('message', async ({ input }: { readonly input: unknown }) => {
  try {
    const task = ((await import(module)) as Readonly<Record<string, Task<unknown, unknown>>>)[name]
    if (!task) throw new Error(`${module} exports no ${name}`)
    send({ kind: 'done', result: await task(input, (text) => send({ kind: 'progress', text })) })
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  process.disconnect?.()
})
