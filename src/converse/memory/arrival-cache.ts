import type { HistoryUnit, UnitForm } from '../../domain/conversation.ts'
import { createRecentCache, ENTRY_CHARACTERS } from '../recent-cache.ts'
import type { ArrivalForm } from './remembered-forms.ts'

/** Texts of a few sessions of a hundred thousand tokens each. */
const DEFAULT_CHARACTERS = 8_000_000

/** Forms of units at their arrival, kept from one call to the next. */
export interface ArrivalCache {
  /** @param identity what forms depend on besides the unit: how they are made and counted. @returns the same forms, each made once as long as it is known. */
  over(identity: string, arrivalForm: ArrivalForm): ArrivalForm
}

/** Bounded, by the hash of units. */
export function createArrivalCache(characters: number = DEFAULT_CHARACTERS): ArrivalCache {
  const forms = createRecentCache<UnitForm>(characters)
  const over = (identity: string, arrivalForm: ArrivalForm) => {
    return async (unit: HistoryUnit): Promise<UnitForm> => {
      const key = `${unit.sha256}${identity}`
      const known = forms.get(key)
      if (known !== undefined) return known
      const form = await arrivalForm(unit)
      forms.set(
        key,
        form,
        form.texts.reduce((sum, { text }) => sum + text.length, key.length + ENTRY_CHARACTERS),
      )
      return form
    }
  }
  return { over }
}
