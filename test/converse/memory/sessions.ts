import { estimateTokens } from '../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { createRequestCounter, type RequestCounter } from '../../../src/converse/count/request-counter.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { historyUnits } from '../../../src/converse/history-units.ts'
import { deepenUnits } from '../../../src/converse/ladder/deepen-units.ts'
import { losslessForm } from '../../../src/converse/ladder/lossless-form.ts'
import { decideEpoch, type EpochDecision } from '../../../src/converse/memory/decide-epoch.ts'
import {
  type DeepenUnits,
  type FoldInput,
  foldMemory,
  historyTokensOf,
} from '../../../src/converse/memory/fold-memory.ts'
import type { RememberedHistory } from '../../../src/converse/memory/memory-state.ts'
import { rememberFirst } from '../../../src/converse/memory/remember-state.ts'
import { rememberedForms, type SentHistory } from '../../../src/converse/memory/remembered-forms.ts'
import { unitChain } from '../../../src/converse/memory/unit-chain.ts'
import type { UnitForm } from '../../../src/domain/conversation.ts'
import type { Store } from '../../../src/ports/store.ts'

export type Message = Readonly<Record<string, unknown>>

export const counter: RequestCounter = createRequestCounter(
  { tokenizer: 'estimate', count: async (text) => estimateTokens(text) },
  'openai',
)

/** One exchange with a call, whose texts a number decides: four messages, three units and the answer. */
export function exchange(number: number, said = ''): readonly Message[] {
  const rows = Array.from({ length: 6 }, (_, row) => ({
    order: `A-${number}-${row}`,
    amount: 100 * number + row,
    note: `Nobody ever asks for the note of row ${row} of exchange ${number}, and it is long.`,
  }))
  return [
    { role: 'user', content: `Please find order A-${number}-3 and tell me its amount. ${said}` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${number}`, type: 'function', function: { name: 'find', arguments: `{"order":"A-${number}-3"}` } },
      ],
    },
    { role: 'tool', tool_call_id: `c${number}`, content: JSON.stringify(rows) },
    { role: 'assistant', content: `Order A-${number}-3 costs EUR ${100 * number + 3}. It will be sent soon.` },
  ]
}

export function exchanges(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, number) => exchange(number)).flat()
}

export function historyOf(messages: readonly Message[]): RememberedHistory {
  const conversation = readConversation({ model: 'm', messages }, 'openai')
  const { units } = historyUnits(conversation)
  return { conversation, units, chain: unitChain(units, 'test') }
}

/** Forgets most of a text, without looking at it. */
export const bluntLadder: DeepenUnits = async ({ units, forms, freshUnits, targetTokens, countForm, markerOf }) => {
  const next = [...forms]
  const counts = await Promise.all(units.map((unit, index) => countForm(unit, next[index]!)))
  let tokens = counts.reduce((sum, count) => sum + count, 0)
  for (const level of ['keyed', 'values', 'gone'] as const) {
    for (const [index, unit] of units.slice(0, -freshUnits).entries()) {
      const order = ['verbatim', 'lossless', 'facts', 'keyed', 'values', 'gone']
      if (tokens <= targetTokens || order.indexOf(next[index]!.level) >= order.indexOf(level)) continue
      const line = level === 'gone' ? null : `${markerOf(unit)} ${level} ${unit.sha256.slice(0, 6)}`
      next[index] = { level, texts: [], line }
      const count = await countForm(unit, next[index])
      tokens += count - counts[index]!
      counts[index] = count
    }
  }
  return { forms: next, tokens }
}

export interface Step extends SentHistory {
  readonly decision: EpochDecision
  readonly historyTokens: number
  readonly newlyFoldedUnits: number
}

export interface StepOptions extends Partial<FoldInput> {
  readonly watermarkTokens?: number
}

/** Sends a conversation as a caller of the memory does: takes up what is remembered, folds when that is due. */
export async function send(
  messages: readonly Message[],
  store: Pick<Store, 'archive' | 'recallRequest' | 'rememberRequest'>,
  roomTokens: number,
  options: StepOptions = {},
): Promise<Step> {
  const history = historyOf(messages)
  const { conversation } = history
  const tools = { weigh: estimateTokens, count: estimateTokens }
  const arrivalForm = async (unit: RememberedHistory['units'][number]): Promise<UnitForm> =>
    losslessForm(unit, conversation, tools)
  const sent = await rememberedForms(history, store, arrivalForm)
  const historyTokens = await historyTokensOf(sent, history, counter)
  const epochDepth = 0.5
  const decision = decideEpoch({
    isFirst: sent.state.key === null,
    historyTokens,
    prefixTokens: 0,
    roomTokens,
    epochDepth,
    watermarkTokens: options.watermarkTokens ?? null,
    expected: null,
  })
  const recording = { history, memory: store, nowMs: messages.length }
  if (!decision.fold) {
    if (sent.state.key === null) await rememberFirst(recording)
    return { ...sent, decision, historyTokens, newlyFoldedUnits: 0 }
  }
  const folded = await foldMemory({
    ...recording,
    state: sent.state,
    roomTokens,
    epochDepth,
    freshUnits: 2,
    counter,
    arrivalForm,
    deepenUnits: (input) => deepenUnits({ ...input, conversation, tools }),
    summarizer: undefined,
    archive: (original) => store.archive(original),
    signal: undefined,
    ...options,
  })
  return { ...folded, decision }
}

/** What a model gets of a history. */
export function sentText({ forms, memoryText }: SentHistory, messages: readonly Message[]): string {
  const { units, conversation } = historyOf(messages)
  const texts = units.flatMap((unit, index) => {
    const form = forms[index]!
    if (form.level === 'gone' || form.line !== null) return []
    return conversation.messages
      .slice(unit.start, unit.end)
      .flatMap(({ parts }, message) =>
        parts.flatMap((part, at) =>
          part.kind === 'opaque'
            ? []
            : (form.texts.find((other) => other.message === message && other.part === at)?.text ?? part.text),
        ),
      )
  })
  return [memoryText, ...texts].join('\n')
}

/** What the store gives back for the place of a unit. */
export async function readBack(
  { state }: SentHistory,
  unit: number,
  store: Pick<Store, 'resolveOriginal' | 'readOriginal'>,
): Promise<unknown> {
  const place = state.forms[unit]!.place
  const id = await store.resolveOriginal(state.episodes[place.episode - 1]!.alias)
  const original = await store.readOriginal(id!)
  const lines = new TextDecoder().decode(original!.bytes).match(/[^\n]*\n/g)!
  return JSON.parse(lines[place.line - 1]!)
}
