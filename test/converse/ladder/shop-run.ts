import type { Turn } from './history.ts'

const parcels = [
  { parcel: 'PX-4471', city: 'Graz', weight_kg: 2.5, price: 7.9, lane: 14, depot: 'south' },
  { parcel: 'PX-4472', city: 'Linz', weight_kg: 1.25, price: 6.4, lane: 11, depot: 'south' },
  { parcel: 'PX-4473', city: 'Wels', weight_kg: 9, price: 12.1, lane: 14, depot: 'north' },
  { parcel: 'PX-4480', city: 'Steyr', weight_kg: 3, price: 8.2, lane: 12, depot: 'north' },
]

/** A conversation with a support desk: look-ups, an answer that speaks of one row, a test run, and a question at its end. */
export const SHOP_RUN: readonly Turn[] = [
  {
    user: 'Hello! My customer number is C-20931 and I want parcel PX-4472 delivered on 2024-06-03, never on a Sunday.',
  },
  { assistant: 'Thank you for the number. One moment, I look for your parcels.' },
  { call: 'list_parcels', input: { customer_id: 'C-20931' }, gave: JSON.stringify(parcels, null, 2) },
  { assistant: 'I found it. Parcel PX-4472 goes to Linz for EUR 6.40. Have a nice day while you wait.' },
  { user: 'Good. Is the label service up?' },
  {
    call: 'run_checks',
    input: { service: 'label' },
    gave: `checks started\n${Array.from({ length: 30 }, (_, at) => `probe ${at} fine`).join('\n')}\nERROR: label queue full (code 507)\nchecks ended`,
  },
  { assistant: 'The label service failed with code 507, so I will retry at 14:30.' },
  { user: 'Then move the delivery by a day.' },
]
