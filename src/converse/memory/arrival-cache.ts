import type { HistoryUnit, UnitForm } from '../../domain/conversation.ts'
import type { ArrivalForm } from './remembered-forms.ts'

/** Texts of a few sessions of a hundred thousand tokens each. */
const DEFAULT_CHARACTERS = 8_000_000
/** A unit without other texts takes about as much. */
const ENTRY_CHARACTERS = 200

/** Forms of units at their arrival, kept from one call to the next. */
export interface ArrivalCache {
  /** @param identity what forms depend on besides the unit: how they are made and counted. @returns the same forms, each made once as long as it is known. */
  over(identity: string, arrivalForm: ArrivalForm): ArrivalForm
}

/** A bounded cache by the hash of units. What was asked for lately stays: when half of the room is full, the half before it is forgotten. */
export function createArrivalCache(characters: number = DEFAULT_CHARACTERS): ArrivalCache {
  let young = new Map<string, UnitForm>()
  let old = young
  let filled = 0
  const set = (key: string, form: UnitForm): UnitForm => {
    const size = form.texts.reduce((sum, { text }) => sum + text.length, ENTRY_CHARACTERS)
    if (filled + size > characters / 2) {
      old = young
      young = new Map()
      filled = 0
    }
    filled += size
    young.set(key, form)
    return form
  }
  const over = (identity: string, arrivalForm: ArrivalForm) => {
    return async (unit: HistoryUnit): Promise<UnitForm> => {
      const key = `${unit.sha256}${identity}`
      return young.get(key) ?? set(key, old.get(key) ?? (await arrivalForm(unit)))
    }
  }
  return { over }
}
