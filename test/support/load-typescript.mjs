import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Sources name their workers as the built package does, `new URL('./worker.js', import.meta.url)`; beside a source stands `worker.ts`.
 *
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, nextResolve) {
  try {
    return await nextResolve(specifier, context)
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !specifier.endsWith('.js')) throw error
    return nextResolve(specifier.replace(/\.js$/, '.ts'), context)
  }
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context)
  // Only now: most processes that could load TypeScript never do.
  const { transformWithOxc } = await import('vite')
  const path = fileURLToPath(url)
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false })
  return { format: 'module', shortCircuit: true, source: code }
}
