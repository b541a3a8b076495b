import type { DocumentInput } from '../../src/index.ts'

const PEOPLE = ['Ada Brandt', 'Milo Okafor', 'Ines Varga', 'Tomas Lind', 'Ruth Adeyemi', 'Jonas Petit']
const PLACES = ['Harbour Street', 'Elm Bridge', 'North Depot', 'Old Mint', 'Saint Clare', 'Quarry Road']
const TOPICS = ['ledger', 'turbine', 'archive', 'ferry', 'seed bank', 'clock tower']

/** A small corpus of an invented town in which people, places and projects point at each other. The same number gives the same documents. */
export function inventedDocument(number: number, revision = 0): DocumentInput {
  const person = PEOPLE[number % PEOPLE.length]!
  const other = PEOPLE[(number * 5 + 1) % PEOPLE.length]!
  const place = PLACES[(number * 3 + revision) % PLACES.length]!
  const topic = TOPICS[(number + 2 * revision) % TOPICS.length]!
  const text = [
    `# Report ${number} of the ${topic}`,
    `The ${topic} project is led by ${person}. It began at ${place} in ${1900 + number + revision}.`,
    `${other} joined in the second year. ${other} came from ${PLACES[(number + 2) % PLACES.length]} and kept the ${topic} running.`,
    '## Costs',
    `| item | tokens |\n|---|---|\n| ${topic} | ${number * 17 + revision} |\n| rent at ${place} | ${number * 7} |`,
    '## Notes',
    `- ask ${person} about ${place}\n- see the minutes of ${other}\n- revision ${revision}`,
  ].join('\n\n')
  return { uri: `reports/${number}.md`, text, metadata: { topic } }
}

export const INVENTED_QUESTIONS: readonly string[] = [
  'Who leads the ferry project?',
  'Where did the turbine begin and who joined in the second year?',
  'What is the rent at Elm Bridge?',
  'Which reports mention Ines Varga?',
  'clock tower costs',
  'people from Saint Clare who kept the archive running',
]
