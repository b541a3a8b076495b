import { defineConfig, type ViteUserConfig } from 'vitest/config'

const reportFile = '.vitest/report.json'

const config: ViteUserConfig = defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
