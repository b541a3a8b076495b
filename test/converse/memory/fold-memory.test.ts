import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isShortened } from '../../../src/converse/memory/memory-state.ts'
import { MemoryStore } from '../../fakes/memory-store.ts'
import {
  bluntLadder,
  exchange,
  exchanges,
  historyOf,
  type Message,
  readBack,
  type Step,
  send,
  sentText,
} from './sessions.ts'

const ROOM = 1_200

/** Sends a conversation after each of its exchanges. */
async function replay(messages: readonly Message[], store: MemoryStore, room = ROOM): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (let end = 4; end <= messages.length; end += 4) steps.push(await send(messages.slice(0, end), store, room))
  return steps
}

const ladders = [
  ['a blunt ladder', { deepenUnits: bluntLadder }],
  ['the ladder', {}],
] as const

describe('a history that is sent turn by turn', () => {
  it('stays as it was sent between epochs, and has at most its room', async () => {
    const messages = exchanges(14)
    const steps = await replay(messages, new MemoryStore())
    expect(steps[0]!.decision.boundary).toBe('first')
    expect(new Set(steps.slice(1).map(({ decision }) => decision.boundary))).toEqual(new Set(['kept', 'budget']))
    for (const [index, step] of steps.entries()) {
      expect(step.historyTokens).toBeLessThanOrEqual(ROOM)
      if (index === 0 || step.decision.fold) continue
      const before = sentText(steps[index - 1]!, messages.slice(0, 4 * index))
      expect(sentText(step, messages.slice(0, 4 * index + 4)).startsWith(before)).toBe(true)
    }
    expect(steps.filter(({ decision }) => decision.fold).length).toBeLessThan(steps.length / 2)
  })

  it('never becomes less deep, and makes no form twice', async () => {
    const steps = await replay(exchanges(14), new MemoryStore())
    for (const [index, { state }] of steps.entries()) {
      for (const [unit, form] of steps[index - 1]?.state.forms.entries() ?? []) {
        const later = state.forms[unit]
        if (form && later?.level === form.level) expect(later).toEqual(form)
        if (form) expect(later?.place).toEqual(form.place)
      }
    }
  })

  it.each(ladders)('is the same in another process that goes on, with %s', async (_, options) => {
    const [together, alone] = [new MemoryStore(), new MemoryStore()]
    const messages = exchanges(9)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 700, max: 2_000 }), async (count, room) => {
        const part = messages.slice(0, 4 * count)
        const first = await send(part, together, room, options)
        const again = await send(part, together, room, options)
        await send(part, alone, room, options)
        expect(again.memoryText).toBe(first.memoryText)
        expect(again.forms).toEqual(first.forms)
        expect((await send(part, alone, room, options)).forms).toEqual(first.forms)
      }),
      { numRuns: 20 },
    )
  })

  it.each(ladders)(
    'loses nothing: each unit that is shortened can be read back word for word, with %s',
    async (_, options) => {
      const store = new MemoryStore()
      for (let count = 2; count <= 12; count += 1) {
        const messages = exchanges(count)
        const step = await send(messages, store, 900, options)
        const { units, conversation } = historyOf(messages)
        for (const [index, form] of step.forms.entries()) {
          if (!isShortened(form)) continue
          const { start, end } = units[index]!
          const raw = conversation.messages.slice(start, end).map((message) => message.raw)
          expect(await readBack(step, index, store)).toEqual(raw)
          const { place } = step.state.forms[index]!
          if (form.line === null && form.texts.length > 0)
            expect(form.texts.some(({ text }) => text.includes(`[${place.episode}:${place.line}]`))).toBe(true)
        }
        for (const { alias } of step.state.episodes) expect(step.memoryText).toContain(alias)
      }
    },
  )

  it('is sent again as it was sent, however far the conversation has gone on', async () => {
    const store = new MemoryStore()
    const steps = await replay(exchanges(14), store)
    const again = await replay(exchanges(14), store)
    expect(again.map(({ memoryText, forms }) => ({ memoryText, forms }))).toEqual(
      steps.map(({ memoryText, forms }) => ({ memoryText, forms })),
    )
    expect(again.some(({ decision }) => decision.fold)).toBe(false)
  })

  it('archives each unit once', async () => {
    const store = new MemoryStore()
    const steps = await replay(exchanges(14), store)
    const last = steps.at(-1)!.state
    const places = last.forms.flatMap((form) => (form ? [`${form.place.episode}:${form.place.line}`] : []))
    expect(new Set(places).size).toBe(places.length)
    expect((await store.status()).archivedOriginals).toBe(last.episodes.length)
    expect(last.episodes.reduce((sum, { lines }) => sum + lines, 0)).toBe(places.length)
  })
})

describe('a history that is not what it was', () => {
  it('keeps what was decided before the place where it was answered anew', async () => {
    const store = new MemoryStore()
    const messages = exchanges(12)
    const steps = await replay(messages, store)
    const fold = steps.findLastIndex(({ decision }) => decision.fold)
    const { state } = steps[fold]!
    const changed = [...messages.slice(0, 4 * fold), ...exchange(99)]
    const branch = await send(changed, store, 10 * ROOM)
    const kept = branch.state.forms.filter((form) => form !== null).length
    expect(branch.decision.boundary).toBe('kept')
    expect(kept).toBeGreaterThan(state.forms.filter((form) => form !== null).length - 8)
    expect(branch.state.forms.slice(0, kept)).toEqual(state.forms.slice(0, kept))
  })

  it('goes on when the application strips documents from messages that were sent', async () => {
    const store = new MemoryStore()
    const told = (count: number): readonly Message[] =>
      Array.from({ length: count }, (_, number) =>
        exchange(number, number >= count - 4 ? 'Here is a document. '.repeat(9) : ''),
      ).flat()
    let kept = 0
    for (let count = 1; count <= 14; count += 1) {
      const step = await send(told(count), store, ROOM)
      expect(step.historyTokens).toBeLessThanOrEqual(ROOM)
      if (count > 8 && step.state.key !== null) kept += 1
      for (const [unit, form] of step.state.forms.entries()) if (form) await readBack(step, unit, store)
    }
    expect(kept).toBe(6)
  })

  it('does not nest when a caller sends back what it was given', async () => {
    const store = new MemoryStore()
    let messages: readonly Message[] = []
    const sizes: number[] = []
    for (let round = 0; round < 12; round += 1) {
      messages = [...messages, ...exchange(round)]
      const step = await send(messages, store, ROOM)
      const { units, conversation } = historyOf(messages)
      const stay = units.filter((_, index) => step.forms[index]!.line === null && step.forms[index]!.level !== 'gone')
      const rest = stay.flatMap(({ start, end }) => conversation.messages.slice(start, end).map(({ raw }) => raw))
      messages = step.memoryText === '' ? rest : [{ role: 'user', content: step.memoryText }, ...rest]
      sizes.push(step.historyTokens)
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(ROOM)
    const nested = messages.map((message) => String(message.content).split('[packgraph memory:').length - 1)
    expect(Math.max(...nested)).toBe(1)
  })
})

describe('processes', () => {
  it('that fold the same history at once both send what the first one recorded', async () => {
    const store = new MemoryStore()
    const messages = exchanges(8)
    const barrier: (() => void)[] = []
    const late = {
      deepenUnits: bluntLadder,
      archive: async (original: Parameters<MemoryStore['archive']>[0]) => {
        const archived = await store.archive(original)
        await new Promise<void>((resolve) => {
          barrier.push(resolve)
          if (barrier.length === 2) for (const go of barrier) go()
        })
        return archived
      },
    }
    const otherLadder: typeof bluntLadder = async (input) => {
      const { forms, tokens } = await bluntLadder(input)
      return { forms: forms.map((form) => ({ ...form, line: form.line?.replace('keyed', 'KEYED') ?? null })), tokens }
    }
    const [left, right] = await Promise.all([
      send(messages, store, ROOM, late),
      send(messages, store, ROOM, { ...late, deepenUnits: otherLadder }),
    ])
    expect(right.forms).toEqual(left.forms)
    expect(right.memoryText).toBe(left.memoryText)
    expect((await send(messages, store, ROOM)).forms).toEqual(left.forms)
  })

  it('that end between archiving and recording leave nothing that the next one does not make again', async () => {
    const [store, whole] = [new MemoryStore(), new MemoryStore()]
    const messages = exchanges(8)
    const dies = { ...pick(store), rememberRequest: () => Promise.reject(new Error('killed')) }
    await expect(send(messages, dies, ROOM)).rejects.toThrow('killed')
    const step = await send(messages, store, ROOM)
    expect(step.memoryText).toBe((await send(messages, whole, ROOM)).memoryText)
    expect((await store.status()).archivedOriginals).toBe(step.state.episodes.length)
  })
})

function pick(store: MemoryStore): Parameters<typeof send>[1] {
  return {
    archive: (original) => store.archive(original),
    recallRequest: (keys) => store.recallRequest(keys),
    rememberRequest: (record) => store.rememberRequest(record),
  }
}
