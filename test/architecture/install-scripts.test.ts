import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (name: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8'))

describe('install scripts', () => {
  it('are allowed or denied for each locked package that has one, and allowed for the two native packages alone', () => {
    const locked: Record<string, { hasInstallScript?: boolean }> = read('package-lock.json').packages
    const withScript = Object.entries(locked)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1))
    const decided: Record<string, boolean> = read('package.json').allowScripts
    expect(Object.keys(decided).sort()).toEqual([...new Set(withScript)].sort())
    expect(Object.keys(decided).filter((name) => decided[name])).toEqual(['better-sqlite3', 'hnswlib-node'])
  })
})
