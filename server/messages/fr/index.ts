import { bank } from './bank.ts'
import { contact_parts } from './contact_parts.ts'
import { contacts } from './contacts.ts'
import { field } from './field.ts'
import { general } from './general.ts'
import { maps } from './maps.ts'
import { money } from './money.ts'
import { organisation } from './organisation.ts'
import { patterns } from './patterns.ts'

/** The French text of every message, by its English template. messages.test.ts fails if one is missing or unused. */
export const french: Record<string, string> = {
  ...general,
  ...patterns,
  ...organisation,
  ...contacts,
  ...contact_parts,
  ...money,
  ...bank,
  ...field,
  ...maps,
}

/** French words for values that are words themselves. */
export const words: Record<string, string> = {
  yearly_cap: 'plafond annuel',
  campaign_cap: 'plafond par campagne',
  cash_limit: 'plafond en espèces',
  legal_persons: 'personnes morales',
  countries: 'pays autorisés',
  refund: 'de remboursement',
  return: 'de rejet',
  donation: 'don',
  membership: 'adhésion',
  account: 'compte',
  ignore: 'à ignorer',
  'opening balance': 'solde initial',
  'closing balance': 'solde final',
  parent: 'parent',
  child: 'enfant',
  partner: 'conjoint',
  sibling: 'frère ou sœur',
  friend: 'ami',
  colleague: 'collègue',
  other: 'autre',
}
