/** A long session of an invented support agent: forty turns about a payment terminal, then a question about an error of long ago, with nine documents that a search found. */

type Count = (text: string) => number

export interface SupportSession {
  readonly system: string
  readonly tools: readonly unknown[]
  /** Messages of each turn, an answer last. */
  readonly turns: readonly (readonly Readonly<Record<string, unknown>>[])[]
  readonly documents: readonly { readonly title: string; readonly text: string }[]
  readonly query: string
}

/** What the question cannot need. */
export const ACCOUNT_TOOLS = [
  'create_account',
  'close_account',
  'merge_accounts',
  'change_account_owner',
  'export_account_statement',
] as const
export const ERROR_CODE = 'E-4417'
/** In which the error was talked about, from 0. */
const ERROR_TURNS = [6, 7, 9] as const
/** How many of the documents, the first ones, have to do with the question. */
export const RELEVANT_DOCUMENTS = 4

const SYSTEM_TOKENS = 1_500
const TOOLS_TOKENS = 3_000
const HISTORY_TOKENS = 26_000
const DOCUMENT_TOKENS = 7_000
const TURNS = 40

const SUBJECTS = [
  'The merchant',
  'Our field crew',
  'The night desk',
  'The branch in Oakport',
  'Their bookkeeper',
  'The courier',
]
const VERBS = [
  'asked about',
  'looked again at',
  'was unsure of',
  'wrote at length about',
  'wanted to understand',
  'came back to',
]
const THINGS = [
  'the printed receipts',
  'the seasonal opening hours',
  'the colour of the housing',
  'the training videos',
  'the paper rolls',
  'the window sticker',
  'the loyalty stamps',
  'the cable behind the counter',
]
const ENDINGS = [
  'and nobody minded waiting',
  'while the queue was short',
  'as they often do in spring',
  'though it was not urgent',
  'before the shop closed',
  'and thanked us for the patience',
]

/** The same session at every call. @param count weighs texts: the parts have the sizes of the reference's walk-through by it, to a percent. */
export function supportSession(count: Count): SupportSession {
  const next = generator(41)
  const talk = (tokens: number): string => filled(tokens, count, () => sentence(next))
  return {
    system: `You are the support agent of Brightpay terminals. Answer in English, never promise refunds, and end with the ticket number.\n${talk(SYSTEM_TOKENS - 25)}`,
    tools: tools(talk),
    turns: Array.from({ length: TURNS }, (_, turn) => messagesOf(turn, talk)),
    documents: documents(talk, next),
    query: `The merchant sees ${ERROR_CODE} again after the update. What did we find out about it back then, and which command clears it?`,
  }
}

/** What is sent at a turn, from 1: the turns before it, then its question; the last one, 41, comes with the documents. */
export function requestAt(session: SupportSession, turn: number): Readonly<Record<string, unknown>> {
  const before = session.turns.slice(0, turn - 1).flat()
  const question = session.turns[turn - 1]?.[0] ?? { role: 'user', content: withDocuments(session) }
  return {
    model: 'gpt-4o',
    messages: [{ role: 'system', content: session.system }, ...before, question],
    tools: session.tools,
  }
}

function withDocuments({ documents: found, query }: SupportSession): string {
  const marked = found.map(
    ({ title, text }, index) => `<document index="${index + 1}">\n<source>${title}</source>\n${text}\n</document>`,
  )
  return `<documents>\n${marked.join('\n')}\n</documents>\n\n${query}`
}

function messagesOf(turn: number, talk: (tokens: number) => string): SupportSession['turns'][number] {
  const share = HISTORY_TOKENS / TURNS
  const [asked, answered] = aboutError(turn)
  const user = { role: 'user', content: `${asked}${talk(share * 0.25)}` }
  if (turn % 4 !== 2) return [user, { role: 'assistant', content: `${answered}${talk(share * 0.7)}` }]
  const id = `call_${turn}`
  const rows = Array.from({ length: 8 }, (_, row) => ({
    terminal: `T-${turn}${row}`,
    location: 'Harbour Street',
    lastSeen: `2026-03-${10 + row}`,
    firmware: '3.1.9',
    comment: 'routine check, nothing to report',
  }))
  return [
    user,
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id, type: 'function', function: { name: 'list_terminals', arguments: '{"site":"Harbour Street"}' } },
      ],
    },
    { role: 'tool', tool_call_id: id, content: JSON.stringify(rows) },
    { role: 'assistant', content: `${answered}${talk(share * 0.15)}` },
  ]
}

function aboutError(turn: number): readonly [string, string] {
  const [first, second, third] = ERROR_TURNS
  if (turn === first)
    return [
      `A terminal shows ${ERROR_CODE} when it starts. `,
      `${ERROR_CODE} means that the key store does not match the firmware. `,
    ]
  if (turn === second)
    return [
      `How do we clear ${ERROR_CODE}? `,
      `Run \`terminalctl keys --resync --force\` to clear ${ERROR_CODE}; it took 95 seconds. `,
    ]
  if (turn === third)
    return [`Did ${ERROR_CODE} come back? `, `No: since firmware 3.1.9 nobody has seen ${ERROR_CODE} again. `]
  return ['', '']
}

function documents(talk: (tokens: number) => string, next: () => number): SupportSession['documents'] {
  return Array.from({ length: 9 }, (_, index) => {
    if (index >= RELEVANT_DOCUMENTS) return { title: `handbook/${index}.md`, text: talk(DOCUMENT_TOKENS * 0.05) }
    const facts = [
      `The error ${ERROR_CODE} is raised when the key store and the firmware disagree after an update.`,
      `A merchant who sees ${ERROR_CODE} again clears it with the command \`terminalctl keys --resync --force\`.`,
      `Back in version 3.1.${index} the error ${ERROR_CODE} was found out to come from an interrupted update.`,
    ]
    // The two long ones are those to be shortened.
    const tokens = DOCUMENT_TOKENS * (index < 2 ? 0.25 : 0.1)
    const text = `${facts[index % 3]} ${talk(tokens * 0.5)} ${facts[(index + 1) % 3]} ${talk(tokens * 0.4)}`
    return { title: `errors/${Math.floor(next() * 900)}.md`, text }
  })
}

function tools(talk: (tokens: number) => string): SupportSession['tools'] {
  const named = [
    ['list_terminals', 'Lists the terminals of a site.'],
    ['read_error_log', 'Reads the error log of a terminal.'],
    ['run_terminal_command', 'Runs a command on a terminal.'],
    ['create_account', 'Account management: opens an account for a merchant.'],
    ['close_account', 'Account management: closes the account of a merchant.'],
    ['merge_accounts', 'Account management: merges two accounts.'],
    ['change_account_owner', 'Account management: gives an account to another owner.'],
    ['export_account_statement', 'Account management: exports a statement of an account.'],
  ] as const
  const share = TOOLS_TOKENS / named.length - 75
  return named.map(([name, purpose]) => ({
    type: 'function',
    function: {
      name,
      description: `${purpose} ${talk(share)}`,
      parameters: {
        type: 'object',
        properties: { site: { type: 'string', description: 'Where it is.' }, id: { type: 'string' } },
        required: ['id'],
      },
    },
  }))
}

function sentence(next: () => number): string {
  const pick = (words: readonly string[]): string => words[Math.floor(next() * words.length)]!
  return `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(THINGS)} ${pick(ENDINGS)}.`
}

function filled(tokens: number, count: Count, next: () => string): string {
  const sentences: string[] = []
  for (let sum = 0; sum < tokens; ) {
    const one = next()
    sum += count(` ${one}`)
    sentences.push(one)
  }
  return sentences.join(' ')
}

/** Numbers from 0 to 1, the same for a seed: a linear congruential generator. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
