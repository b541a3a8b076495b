import type { Config } from 'drizzle-kit'

const config: Config = {
  dialect: 'sqlite',
  schema: './src/adapters/sqlite/schema.ts',
  out: './migrations',
}

export default config
