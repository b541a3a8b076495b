// The dependency rule: which folder of src may import which, and who may touch the outside world.
// Each row here is a row of the table in CONTRIBUTING.md; test/architecture proves that every rule bites.

/** Folder of src to the other folders of src that it may import. A folder may always import itself. */
const layers = {
  domain: [],
  ports: ['domain'],
  ingest: ['domain', 'ports'],
  indexing: ['domain', 'ports'],
  retrieve: ['domain', 'ports'],
  pack: ['domain', 'ports'],
  savings: ['domain', 'ports'],
  compress: ['domain', 'ports'],
  converse: ['domain', 'ports', 'compress', 'pack'],
  engine: ['domain', 'ports', 'ingest', 'indexing', 'retrieve', 'pack', 'savings', 'compress', 'converse'],
}

/**
 * Vendor package to the one place of src that may import it. A package that is not listed may not be imported at all. Zod has two places: what programs pass
 * is checked in the engine, what the protocol brings where it comes in.
 */
const vendors = {
  '@huggingface/tokenizers': 'adapters/tokenizers',
  '@huggingface/transformers': 'adapters/models',
  '@toon-format/toon': 'adapters/toon',
  '@xenova/transformers': 'adapters/models',
  '@modelcontextprotocol/server': 'interfaces/mcp',
  'better-sqlite3': 'adapters/sqlite',
  'cli-progress': 'interfaces/cli',
  commander: 'interfaces/cli',
  'drizzle-orm': 'adapters/sqlite',
  'hnswlib-node': 'adapters/vectors',
  htmlparser2: 'adapters/readers',
  ignore: 'adapters/files',
  'js-tiktoken': 'adapters/tokenizers',
  'jsonc-parser': 'adapters/readers',
  'markdown-it': 'adapters/readers',
  piscina: 'adapters/workers',
  zod: '(?:engine|interfaces/mcp)',
}

const outsideWorld =
  'child_process|cluster|dgram|dns|fs|http|http2|https|inspector|net|os|process|readline|repl|sqlite|tls|worker_threads'
const anyOf = (names) => `(?:${names.join('|')})`
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const packagePath = (name) => `(?:^|node_modules/)(?:@types/)?${escaped(name)}(?:/|$)`
const npmTypes = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown', 'unknown']

const layerRules = Object.entries(layers).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment: `src/${folder} imports ${allowed.length > 0 ? allowed.join(', ') : 'nothing else'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([folder, ...allowed])}/` },
}))

const vendorRules = Object.entries(vendors).map(([name, owner]) => ({
  name: `vendor-${name}`,
  comment: `${name} is imported from src/${owner} only.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${owner}/` },
  to: { path: packagePath(name) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'layer-adapters',
      comment: 'An adapter imports domain and ports, and never another adapter.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/(?:domain|ports|adapters/$1)/' },
    },
    {
      name: 'layer-interfaces',
      comment: 'An interface is an ordinary caller of src/index.ts.',
      severity: 'error',
      from: { path: '^src/interfaces/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/(?:index\\.ts$|interfaces/$1/|interfaces/mcp/serve\\.ts$)' },
    },
    {
      name: 'layer-mcp-loads-late',
      comment:
        'The command line starts the MCP server by one file of it, imported dynamically. No other folder knows it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/interfaces/mcp/' },
      to: { path: '^src/interfaces/mcp/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'layer-interfaces-load-late',
      comment:
        'Help, usage errors and the handshake of a protocol must not wait for the engine: interfaces import it dynamically, types apart.',
      severity: 'error',
      from: { path: '^src/interfaces/' },
      to: { path: '^src/index\\.ts$', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'layer-index',
      comment: 'The public API names things; it joins nothing and reaches no adapter but through src/open.ts.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: '^src/(?:adapters|interfaces)/' },
    },
    {
      name: 'layer-open',
      comment: 'The composition root builds what interfaces use; it knows none of them.',
      severity: 'error',
      from: { path: '^src/open\\.ts$' },
      to: { path: '^src/(?:interfaces/|index\\.ts$)' },
    },
    ...vendorRules,
    {
      name: 'vendor-unlisted',
      comment: 'A vendor package has one owner, named in .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: npmTypes,
        pathNot: anyOf(['^\\.(?!.*node_modules/)', ...Object.keys(vendors).map(packagePath)]),
      },
    },
    {
      name: 'no-outside-world',
      comment: 'Files, network, workers and processes are reached through adapters and interfaces only.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:adapters|interfaces)/' },
      to: { path: `^(?:node:)?(?:${outsideWorld})(?:/|$)`, dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-development-code',
      comment: 'What is published imports no test, benchmark or script.',
      severity: 'error',
      from: { path: '^(?:src|eval)/' },
      to: { path: '^(?:test|bench|scripts)/' },
    },
    {
      name: 'evaluation-loads-late',
      comment: 'The evaluation stands on the library: only the command line reaches it, dynamically, types apart.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^eval/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'evaluation-for-command-line',
      comment: 'The evaluation stands on the library: only the command line reaches it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/interfaces/cli/' },
      to: { path: '^eval/' },
    },
    {
      name: 'public-api-only',
      comment: 'Evaluation and macro benchmarks measure what users get.',
      severity: 'error',
      from: { path: '^(?:eval|bench/macro|bench/corpora)/' },
      to: { path: '^src/', pathNot: '^src/index\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
