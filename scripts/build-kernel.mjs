// Assembles the vector kernel: `node scripts/build-kernel.mjs [output]`. Without an output it rewrites the checked-in kernel.wasm beside its source.
// The same source gives the same bytes; a test compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import loadAssembler from 'wabt'

const source = new URL('../src/adapters/vectors/exact/kernel.wat', import.meta.url)
const output = process.argv[2] ?? fileURLToPath(new URL('./kernel.wasm', source))

const assembler = await loadAssembler()
const module = assembler.parseWat('kernel.wat', readFileSync(source, 'utf8'), { simd: true })
try {
  module.resolveNames()
  module.validate({ simd: true })
  const { buffer } = module.toBinary({ write_debug_names: false })
  writeFileSync(output, buffer)
  console.log(`${output}: ${buffer.length} bytes`)
} finally {
  module.destroy()
}
