import { capitalised } from './invented-words.ts'
import { seededRandom } from './seeded-random.ts'

/** JSON as tools print it, invented from a seed: one text for each shape that matters to whoever makes it smaller. */
export interface JsonShape {
  readonly name: string
  readonly text: string
}

const FIRST_DAY = Date.UTC(2026, 8, 3)

/** Eleven shapes, the same for the same seed on any machine. */
export function jsonShapes(seed: number): readonly JsonShape[] {
  return Object.entries(SHAPES).map(([name, invent], position) => {
    const value = invent(new Chance(seed * 100 + position))
    const isLines = name === 'log lines'
    const text = isLines
      ? (value as readonly unknown[]).map((row) => JSON.stringify(row)).join('\n')
      : JSON.stringify(value)
    return { name, text }
  })
}

/** Draws from a seed. */
class Chance {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  from<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  happens(probability: number): boolean {
    return this.#random() < probability
  }

  hexadecimal(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('')
  }

  words(count: number): string {
    return this.rows(count, () => this.from(WORDS)).join(' ')
  }

  name(): string {
    return `${this.from(GIVEN_NAMES)} ${this.from(FAMILY_NAMES)}`
  }

  price(): number {
    return this.below(10_000) / 100
  }

  rows<Row>(count: number, row: (position: number) => Row): readonly Row[] {
    return Array.from({ length: count }, (_, position) => row(position))
  }
}

function stamp(milliseconds: number): string {
  return new Date(FIRST_DAY + milliseconds).toISOString()
}

const WORDS =
  'account archive batch branch browser button cache canvas channel client cluster column config console counter cursor daemon dialog driver editor engine export filter folder gateway handler header image import index kernel layout ledger letter library manager matrix memory menu message mirror module monitor network object office package parser photo planet pointer portal profile project proxy query queue reader record region report router sample schema script search server session signal socket source stream string switch system table target thread ticket timer token update upload vector viewer widget window worker'.split(
    ' ',
  )
const GIVEN_NAMES =
  'Ada Alan Barbara Dennis Donald Edsger Frances Grace Hedy Ken Leslie Linus Margaret Niklaus Radia Tim'.split(' ')
const FAMILY_NAMES =
  'Allen Baker Carter Davis Evans Fisher Garcia Harris Jackson Keller Lewis Meyer Nguyen Parker Rossi Silva Turner Weber'.split(
    ' ',
  )
const CITIES = ['Zurich', 'Lisbon', 'Osaka', 'Nairobi', 'Toronto']
const TEAMS = ['platform', 'billing', 'search', 'mobile']
const LEVELS = ['info', 'info', 'info', 'info', 'warn', 'error']
const MESSAGES = ['db query ok', 'cache miss', 'request completed', 'retry scheduled', 'upstream timed out']

/** A distinct name for each position. */
function nameAt(position: number): string {
  const word = WORDS[position % WORDS.length]!
  return position < WORDS.length ? word : `${word}-${WORDS[Math.floor(position / WORDS.length)]}`
}

const SHAPES: Readonly<Record<string, (chance: Chance) => unknown>> = {
  'uniform objects': (chance) =>
    chance.rows(300, (position) => ({
      model: `${chance.from(['nimbus', 'harrier', 'quartz', 'tundra'])}/${nameAt(position)}-${chance.from(['7b', '13b', '70b'])}-${chance.from(['chat', 'instruct', 'code'])}`,
      provider: chance.from(['northwind', 'contoso', 'fabrikam']),
      input_cost: chance.below(2_000) / 100,
      output_cost: chance.below(8_000) / 100,
      max_tokens: chance.from([8_192, 32_768, 131_072, 200_000]),
    })),
  'nested groups': (chance) =>
    chance.rows(150, (position) => ({
      id: position + 1,
      label: nameAt(position),
      position: { x: chance.below(1_000), y: chance.below(1_000), z: chance.below(100) },
      size: { width: chance.below(400), height: chance.below(300) },
      style: { fill: chance.from(['steel', 'amber']), stroke: 'none', opacity: 1 },
    })),
  'keyed map': (chance) =>
    Object.fromEntries(
      chance.rows(80, (position) => [
        `svc-${nameAt(position)}`,
        {
          replicas: 1 + chance.below(9),
          image: `1.${chance.below(20)}.${chance.below(9)}`,
          healthy: true,
          zone: 'eu-west-1b',
        },
      ]),
    ),
  'log lines': (chance) => {
    let elapsed = 36_000_000
    return chance.rows(500, () => {
      elapsed += chance.below(4_000)
      return {
        ts: stamp(elapsed),
        level: chance.from(LEVELS),
        service: chance.from(['api', 'worker', 'gateway']),
        host: 'node-10',
        region: 'us-east-1',
        env: 'production',
        logger: 'http.access',
        version: '2.14.0',
        msg: chance.from(MESSAGES),
        dur_ms: chance.below(2_000),
        trace: chance.hexadecimal(12),
      }
    })
  },
  'optional keys': (chance) =>
    chance.rows(80, (position) => ({
      id: 1_000 + position,
      name: chance.name(),
      city: chance.from(CITIES),
      country: 'CH',
      ...(chance.happens(0.3) && { phone: `${chance.below(900) + 100} ${chance.below(9_000) + 1_000}` }),
      ...(chance.happens(0.2) && { note: chance.words(2) }),
      active: true,
      plan: chance.from(['free', 'team']),
    })),
  'nullable objects': (chance) =>
    chance.rows(80, (position) => ({
      id: position + 1,
      title: chance.words(2),
      assignee: chance.happens(0.3)
        ? null
        : { login: chance.from(GIVEN_NAMES).toLowerCase(), team: chance.from(TEAMS), admin: false },
      milestone: chance.happens(0.2) ? null : { number: chance.below(9), state: 'open' },
      locked: false,
    })),
  'lists in rows': (chance) =>
    chance.rows(70, (position) => ({
      package: nameAt(position),
      version: `${chance.below(5)}.${chance.below(20)}.${chance.below(9)}`,
      licence: 'MIT',
      private: false,
      tags: chance.rows(1 + chance.below(3), () => chance.from(WORDS)),
      dependencies: chance.rows(1 + chance.below(4), () => ({
        name: chance.from(WORDS),
        major: chance.below(9),
        optional: chance.happens(0.2),
      })),
    })),
  'orders with items': (chance) =>
    chance.rows(60, (position) => ({
      order: 10_000 + position,
      customer: chance.name(),
      currency: 'EUR',
      channel: 'web',
      status: chance.from(['paid', 'shipped']),
      items: chance.rows(1 + chance.below(4), () => ({
        sku: chance.below(9_000) + 1_000,
        quantity: 1 + chance.below(5),
        price: chance.price(),
      })),
      total: chance.price(),
    })),
  'tracker issues': (chance) =>
    chance.rows(50, (position) => {
      const number = 4_000 - position
      const login = chance.from(GIVEN_NAMES).toLowerCase()
      const repository = 'https://api.tracker.example/repos/acme/rocket'
      return {
        url: `${repository}/issues/${number}`,
        comments_url: `${repository}/issues/${number}/comments`,
        html_url: `https://tracker.example/acme/rocket/issues/${number}`,
        id: 2_000_000_000 + chance.below(90_000_000),
        number,
        title: capitalised(chance.words(6)),
        user: {
          login,
          id: chance.below(9_000_000),
          type: 'User',
          site_admin: false,
          url: `https://api.tracker.example/users/${login}`,
        },
        labels: chance.rows(chance.below(3), () => ({
          name: chance.from(['bug', 'docs', 'good first issue']),
          color: 'd73a4a',
          default: true,
        })),
        state: chance.happens(0.7) ? 'open' : 'closed',
        assignee: null,
        comments: chance.below(30),
        created_at: stamp(chance.below(80_000_000)),
        updated_at: stamp(86_400_000 + chance.below(80_000_000)),
        author_association: 'CONTRIBUTOR',
      }
    }),
  'cluster objects': (chance) => ({
    apiVersion: 'v1',
    kind: 'List',
    items: chance.rows(30, () => {
      const app = chance.from(['checkout', 'catalog', 'search'])
      return {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: `${app}-${chance.hexadecimal(10)}-${chance.hexadecimal(5)}`,
          namespace: 'shop',
          labels: { app, tier: 'backend' },
          creationTimestamp: stamp(chance.below(9_000_000)),
        },
        spec: {
          nodeName: `worker-${1 + chance.below(6)}`,
          restartPolicy: 'Always',
          containers: [
            {
              name: app,
              image: `registry.example/shop/${app}:1.${chance.below(9)}`,
              ports: [{ containerPort: 8_080, protocol: 'TCP' }],
            },
          ],
        },
        status: {
          phase: 'Running',
          podIP: `10.244.${chance.below(8)}.${chance.below(250)}`,
          containerStatuses: [{ name: app, ready: true, restartCount: chance.below(4) }],
        },
      }
    }),
  }),
  matrix: (chance) => chance.rows(60, () => chance.rows(12, () => chance.below(1_000))),
}
