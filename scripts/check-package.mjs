// Packs the package as it would be published and checks that tarball: its contents, its entry points (publint) and its types (attw).
// Expects a fresh build in dist.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const REQUIRED = [
  'dist/index.js',
  'dist/index.d.ts',
  'dist/interfaces/cli/main.js',
  'dist/adapters/models/static/word-vectors.bin',
  'dist/adapters/vectors/exact/kernel.wasm',
  'migrations/meta/_journal.json',
  'docs/cli.md',
  'docs/mcp.md',
  'docs/decisions/packing.md',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
]
const ALLOWED =
  /^(?:dist\/.+\.(?:js|js\.map|d\.ts|json|wasm|bin)|migrations\/.+|docs\/(?:decisions\/)?[^/]+\.md|[A-Z]+(?:\.md)?|package\.json)$/

const folder = mkdtempSync(join(tmpdir(), 'packgraph-package-'))
try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], 'pipe'))
  const paths = packed.files.map((file) => file.path)
  const missing = REQUIRED.filter((path) => !paths.includes(path))
  const unexpected = paths.filter((path) => !ALLOWED.test(path))
  if (missing.length > 0) throw new Error(`the package lacks ${missing.join(', ')}`)
  if (unexpected.length > 0) throw new Error(`the package should not hold ${unexpected.join(', ')}`)

  const tarball = join(folder, packed.filename)
  run('npx', ['--no-install', 'publint', 'run', tarball, '--strict'], 'inherit')
  run(
    'npx',
    ['--no-install', 'attw', tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji'],
    'inherit',
  )
  console.log(`package: ${paths.length} files, ${(packed.size / 1e6).toFixed(1)} MB packed`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(command, parameters, stdout) {
  return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', stdout, 'inherit'] })
}
