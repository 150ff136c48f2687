import { actions } from './actions.ts'
import { audit } from './audit.ts'
import { audit_details } from './audit_details.ts'
import { bank } from './bank.ts'
import { bulk_changes } from './bulk_changes.ts'
import { contacts } from './contacts.ts'
import { contributions } from './contributions.ts'
import { errors } from './errors.ts'
import { field } from './field.ts'
import { files } from './files.ts'
import { finance } from './finance.ts'
import { forms } from './forms.ts'
import { home } from './home.ts'
import { identity_providers } from './identity_providers.ts'
import { ledger } from './ledger.ts'
import { map } from './map.ts'
import { notes } from './notes.ts'
import { payments } from './payments.ts'
import { permissions } from './permissions.ts'
import { settings } from './settings.ts'
import { settings_search } from './settings_search.ts'
import { shell } from './shell.ts'
import { teams } from './teams.ts'
import { webhooks } from './webhooks.ts'

type Texts = { [key: string]: string | Texts }

/** Puts the no-break spaces of French around « » and before : ; ! and ?. In the source they would look like plain spaces. */
const withNoBreakSpaces = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string'
        ? text.replace(/« | (?=[:»])/g, found => found.replace(' ', '\u00a0')).replace(/ (?=[;!?])/g, '\u202f')
        : withNoBreakSpaces(text),
    ]),
  )

export default withNoBreakSpaces({
  errors,
  actions,
  bulk_changes,
  files,
  forms,
  notes,
  contacts,
  contributions,
  audit,
  audit_details,
  bank,
  field,
  finance,
  home,
  identity_providers,
  ledger,
  map,
  payments,
  permissions,
  settings,
  settings_search,
  shell,
  teams,
  webhooks,
})
