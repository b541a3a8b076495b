import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const reportFile = '.vitest/report.json'

const config: ViteUserConfig = defineConfig({
  // The evaluation imports the library by its name, as in an installed package; tests run it from source.
  resolve: { alias: [{ find: /^packgraph$/, replacement: resolve(import.meta.dirname, 'src/index.ts') }] },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Worker threads that sources start are loaded by Node and not by vite: this lets them be TypeScript.
    execArgv: ['--import', pathToFileURL(resolve(import.meta.dirname, 'test/support/register-typescript.mjs')).href],
    reporters: process.env.CI ? ['default', ['json', { outputFile: reportFile }]] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'library',
          include: ['test/**/*.test.ts'],
          exclude: ['test/interfaces/**', 'test/pins/cli/**', 'test/scenarios/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['test/interfaces/**/*.test.ts', 'test/pins/cli/**/*.test.ts', 'test/scenarios/**/*.test.ts'],
          globalSetup: ['test/interfaces/build-once.ts'],
        },
      },
    ],
  },
})

export default config
