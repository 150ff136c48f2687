import { bankLineRows } from './bank_lines.ts'
import { bankMonthRows } from './bank_months.ts'
import { bankRuleRows } from './bank_rules.ts'
import { bankStatementRows } from './bank_statements.ts'
import { contactRows } from './contacts.ts'
import { eventRows } from './events.ts'
import { fieldRows } from './field.ts'
import { fileRows } from './files.ts'
import { identityProviderRows } from './identity_providers.ts'
import { integrationRows } from './integrations.ts'
import { moneyRows } from './money.ts'
import { noteRows } from './notes.ts'
import { organisationRows } from './organisation.ts'
import { privacyRows } from './privacy.ts'
import type { MatrixContext, Rows } from './rows.ts'
import { searchRows } from './search.ts'

/** A valid request for every operation, and who may send it. */
export const allRows = async (world: MatrixContext): Promise<Rows> => ({
  ...(await organisationRows(world)),
  ...(await integrationRows(world)),
  ...(await identityProviderRows(world)),
  ...(await moneyRows(world)),
  ...(await bankMonthRows(world)),
  ...(await bankLineRows(world)),
  ...(await bankStatementRows(world)),
  ...(await bankRuleRows(world)),
  ...(await contactRows(world)),
  ...(await noteRows(world)),
  ...(await fieldRows(world)),
  ...(await privacyRows(world)),
  ...(await searchRows(world)),
  ...(await fileRows(world)),
  ...(await eventRows(world)),
})
