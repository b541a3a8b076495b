// Copies what the compiler leaves behind (tables, WebAssembly, data) from src to dist, at the same relative paths.
import { cpSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ASSET_EXTENSIONS = new Set(['.bin', '.wasm', '.json'])
const root = dirname(dirname(fileURLToPath(import.meta.url)))

cpSync(join(root, 'src'), join(root, 'dist'), {
  recursive: true,
  filter: (source) => extname(source) === '' || ASSET_EXTENSIONS.has(extname(source)),
})
