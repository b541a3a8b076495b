import { seededRandom } from './seeded-random.ts'

/** Text as tools print it, invented from a seed: the same for the same seed on any machine. */

const FIRST_MS = Date.UTC(2026, 8, 3, 8)
const SERVICES = ['api', 'worker', 'gateway', 'billing', 'search']
const PATHS = ['/orders', '/orders/items', '/users', '/health', '/search', '/invoices/open']
const PROVIDERS = ['northwind', 'contoso', 'fabrikam']
const FAMILIES = ['nimbus', 'harrier', 'quartz', 'tundra']

/** A log of a server: a dozen forms, failures here and there, some of them with a stack trace. About 90 bytes a line. */
export function inventedLog(seed: number, lineCount: number): string {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const from = (words: readonly string[]): string => words[below(words.length)] ?? ''
  const hexadecimal = (): string => below(0x7fffffff).toString(16).padStart(8, '0')
  const messages: readonly (() => string)[] = [
    () => `GET ${from(PATHS)} answered 200 in ${below(900)} ms, trace ${hexadecimal()}`,
    () => `POST ${from(PATHS)} answered 201 in ${below(900)} ms, trace ${hexadecimal()}`,
    () => `cache miss for key user:${below(100_000)}, loading from the store`,
    () => `query took ${below(400)} ms and returned ${below(5_000)} rows`,
    () => `connection ${hexadecimal()} from 10.0.${below(255)}.${below(255)}:${below(65_535)} accepted`,
    () => `job ${hexadecimal()} finished after ${below(9_000)} ms, ${below(40)} left in the queue`,
  ]
  const lines: string[] = []
  let nowMs = FIRST_MS
  while (lines.length < lineCount) {
    nowMs += below(900)
    const head = `${new Date(nowMs).toISOString()} `
    if (below(400) === 0) {
      lines.push(
        `${head}ERROR [${from(SERVICES)}] upstream timed out after ${below(9_000)} ms, trace ${hexadecimal()}`,
        ...['connect', 'request', 'handle', 'dispatch'].map(
          (name) => `    at ${name} (server/${name}.js:${40 + name.length}:11)`,
        ),
      )
    } else
      lines.push(
        `${head}${below(30) === 0 ? 'WARN ' : 'INFO '} [${from(SERVICES)}] ${messages[below(messages.length)]?.() ?? ''}`,
      )
  }
  return `${lines.slice(0, lineCount).join('\n')}\n`
}

/** A table of prices with a frame of pipes. About 105 bytes a row. */
export function inventedPipeTable(seed: number, rowCount: number): string {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd([38, 12, 12, 12, 12][column] ?? 0)).join(' | ')} |`
  const rows = Array.from({ length: rowCount }, (_, position) =>
    row([
      `${FAMILIES[below(FAMILIES.length)]}/model-${position + 1}-${[7, 13, 70][below(3)]}b`,
      PROVIDERS[below(PROVIDERS.length)] ?? '',
      (below(2_000) / 100).toFixed(2),
      (below(8_000) / 100).toFixed(2),
      `${[8_192, 32_768, 131_072][below(3)]}`,
    ]),
  )
  return `${[row(['model', 'provider', 'input', 'output', 'context']), ...rows].join('\n')}\n`
}
