import { supporterRows } from './contacts.ts'
import { eventRows } from './events.ts'
import { fieldRows } from './field.ts'
import { fileRows } from './files.ts'
import { programRows } from './integrations.ts'
import { moneyRows } from './money.ts'
import { peopleRows } from './organisation.ts'
import { privacyRows } from './privacy.ts'
import type { Rows, World } from './rows.ts'
import { searchRows } from './search.ts'

/** A request that works for every operation there is, and who may make it. */
export const allRows = async (world: World): Promise<Rows> => ({
  ...(await peopleRows(world)),
  ...(await programRows(world)),
  ...(await moneyRows(world)),
  ...(await supporterRows(world)),
  ...(await fieldRows(world)),
  ...(await privacyRows(world)),
  ...(await searchRows(world)),
  ...(await fileRows(world)),
  ...(await eventRows(world)),
})
