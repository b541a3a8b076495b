import { readFileSync } from 'node:fs'

/** One instance of the kernel with a memory of its own. The source with the memory layout is `kernel.wat`. */
export interface Kernel {
  readonly memory: KernelMemory
  /**
   * Scans `rows` rows from the address `row` and writes a hit for each whose estimate plus error reaches `floor`.
   *
   * @returns how many hits were written.
   */
  scan(
    query: number,
    dimensions: number,
    row: number,
    rows: number,
    queryScale: number,
    floor: number,
    hits: number,
  ): number
}

/** `buffer` is another object after each `grow`. */
interface KernelMemory {
  readonly buffer: ArrayBuffer
  /** @throws RangeError when the operating system or the 4 GiB address space has no more. */
  grow(pages: number): number
}

// The parts of the WebAssembly global that are used; Node's type declarations leave it to the browser library.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

let compiled: object | undefined

/** Compiles the kernel at the first call and shares the code afterwards; each call gives a new instance with one page of memory. */
export function createKernel(): Kernel {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))
  return new WebAssembly.Instance(compiled).exports as Kernel
}
