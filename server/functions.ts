import { listContactsFunction } from './contacts/contacts/read_functions.ts'
import { readContactFunction, readContactsFunction } from './contacts/core/read_functions.ts'
import type { DatabaseFunction } from './db/functions.ts'
import { sumContributions } from './money/core/contributions/sum_function.ts'
import { readBundle, readBundlePage } from './money/transaction_bundles/read_functions.ts'
import { lookUpPayment, recordPayment } from './money/transaction_bundles/write_functions.ts'
import { readMeFunction } from './organisation/me/read_functions.ts'
import { listTeamsFunction } from './organisation/teams/read_functions.ts'

/** The functions of the database, in the order in which they are created. */
export const functions: DatabaseFunction[] = [
  readContactsFunction,
  readContactFunction,
  listContactsFunction,
  listTeamsFunction,
  readBundle,
  readBundlePage,
  sumContributions,
  lookUpPayment,
  recordPayment,
  readMeFunction,
]
