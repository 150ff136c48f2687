import type { Page } from 'playwright-core'
import { phone } from './browser.ts'
import type { Ids } from './full_space.ts'

// Every screen of the console and everything that opens on one: its address, how it is opened, and the text that shows that it is there.

export interface Look {
  /** An address of the console; without one, the look continues on the screen before it. */
  at?: string
  open?: (page: Page) => Promise<unknown>
  sees: string | RegExp
  /** The source of the drawer, dialog or menu that is open. */
  source?: string
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name }).click()
const then =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
const selectAll = (page: Page) => page.getByLabel('Select all rows').check()
const file = {
  name: 'spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Prénom;Nom;Courriel;Sexe\nZoé;Flint;zoe@example.org;Dame\nLéo;Grit;no-address;M\n'),
}

/** Two halves of the screens, which are checked at the same time. */
export const looksAtPeople = (ids: Ids): Look[] => [
  ...shell,
  ...contacts(ids),
  ...imports,
  ...duplicates(ids),
  ...teams(ids),
  ...users(ids),
]

export const looksAtWork = (ids: Ids): Look[] => [
  ...actions(ids),
  ...field(ids),
  ...payments(ids),
  ...settings,
  ...webhooks(ids),
  ...finance,
]

const shell: Look[] = [
  { at: '/', sees: 'Donations and memberships by month' },
  { at: '/', open: button('View as a table'), sees: '€0.00' },
  { at: '/', open: button(/Your account/), sees: 'Sign out', source: 'shell/AccountMenu.tsx' },
  { open: item('Keyboard shortcuts'), sees: 'Single-letter shortcuts', source: 'shell/Shortcuts.tsx' },
  {
    at: '/',
    open: async page => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').locator('input').fill('stone')
    },
    sees: 'Ada Stone',
  },
  {
    at: '/',
    open: async page => {
      await page.setViewportSize(phone)
      await page.getByRole('button', { name: 'Open the menu' }).click()
    },
    sees: 'Teams',
  },
]

const where = encodeURIComponent(JSON.stringify([{ attr: 'city', ope: 'eql', value: 'Lyon' }]))

const contacts = ({ ada, bea }: Ids): Look[] => [
  { at: '/contacts', sees: 'Ada Stone' },
  { at: '/contacts', open: button('More'), sees: 'Export this list', source: 'contacts/contacts/Contacts.tsx' },
  {
    open: item('Export this list'),
    sees: /contacts match your filters/,
    source: 'contacts/exports/ExportDialog.tsx',
  },
  { at: '/contacts', open: button('Filter'), sees: 'Apply', source: 'contacts/search/FilterBar.tsx' },
  { at: '/contacts', open: button('Columns'), sees: 'Last change' },
  { at: `/contacts?where=${where}`, open: button('Save view'), sees: 'Save as a new view' },
  { open: item('Save as a new view'), sees: 'Name of the view' },
  { at: '/contacts', open: selectAll, sees: /\d selected/ },
  { open: button('Tag'), sees: 'Cancel', source: 'contacts/tags/TagDialog.tsx' },
  {
    at: '/contacts',
    open: then(selectAll, button('Add to an action')),
    sees: /contacts to an action/,
    source: 'contacts/contacts/AddToActionDialog.tsx',
  },
  { at: '/contacts?q=nobody-at-all', sees: 'Nothing matches these filters.' },
  { at: '/contacts?open=new', sees: 'Surname', source: 'contacts/contacts/ContactDrawer.tsx' },
  { at: `/contacts?open=${ada}`, sees: 'Added' },
  { open: button('More fields'), sees: 'Fewer fields' },
  { at: `/contacts?open=${bea}`, sees: 'Do not contact' },
  {
    open: button('Delete the contact'),
    sees: 'This cannot be undone.',
    source: 'contacts/contacts/DeleteContactDialog.tsx',
  },
  { at: `/contacts?open=${ada}&tab=payments`, sees: '€80.00' },
  { at: `/contacts?open=${ada}&tab=answers`, sees: 'May we write to you?' },
  {
    open: async page => {
      await page.getByRole('combobox', { name: 'May we write to you?' }).click()
      await page.getByRole('option').last().click()
    },
    sees: 'How it was obtained',
    source: 'contacts/forms/ConsentDialog.tsx',
  },
  { at: `/contacts?open=${ada}&tab=actions`, sees: 'No visits yet' },
  { at: `/contacts?open=${ada}&tab=privacy`, sees: 'No privacy requests' },
  {
    open: button('Record a request'),
    sees: 'Type of request',
    source: 'contacts/privacy_requests/ContactPrivacyRequests.tsx',
  },
  { at: `/contacts/${ada}`, sees: 'All contacts' },
]

const imports: Look[] = [
  { at: '/contacts/import', sees: 'A file' },
  { open: page => page.locator('input[type=file]').setInputFiles(file), sees: 'Map values' },
  { open: button('Map values'), sees: '“Dame” means' },
  { open: button('Check'), sees: '2 rows have errors and will not be imported' },
]

const duplicates = ({ bea, twin }: Ids): Look[] => [
  { at: '/contacts/duplicates', sees: 'Same mail address' },
  { at: `/contacts/duplicates?one=${bea}&other=${twin}`, sees: 'Keep the other one' },
  { at: '/contacts/duplicates?tab=merges', sees: 'Undo merge' },
]

const teams = ({ team }: Ids): Look[] => [
  { at: '/teams', sees: 'Harbour' },
  { at: '/teams?q=nobody-at-all', sees: 'Clear filters' },
  { at: '/teams?open=new', sees: 'Description', source: 'organisation/teams/TeamDrawer.tsx' },
  { at: `/teams?open=${team}`, sees: 'Delete the team' },
]

const actions = ({ action }: Ids): Look[] => [
  { at: '/actions', sees: 'Long round' },
  { at: '/actions?when=past', sees: 'No past actions' },
  { at: '/actions?open=new', sees: 'What to say at the door', source: 'field/actions/Actions.tsx' },
  { at: `/actions/${action}`, sees: 'Ask about the rent.' },
  { open: button('View as a table'), sees: 'Day' },
  { at: `/actions/${action}`, open: button('More'), sees: 'Duplicate' },
  {
    at: `/actions/${action}?open=edit`,
    sees: 'Shown to everyone in the field',
    source: 'field/actions/ActionPage.tsx',
  },
  { at: `/actions/${action}?open=declare`, sees: 'How many visits', source: 'field/actions/ActionOverview.tsx' },
  { at: `/actions/${action}?tab=addresses`, sees: '1 Rue Haute' },
  {
    at: `/actions/${action}?tab=addresses&open=choose`,
    sees: 'Saved filter',
    source: 'field/action_addresses/AddFromContacts.tsx',
  },
  {
    at: `/actions/${action}?tab=addresses&open=address`,
    sees: 'Add and continue',
    source: 'field/action_addresses/AddressForm.tsx',
  },
  { at: '/actions?view=map', sees: 'Goal not reached yet' },
  { at: `/actions/${action}?tab=map`, sees: 'Not visited' },
  { at: `/actions/${action}?tab=map&open=area`, sees: /press Space to put a corner/ },
  { at: `/actions/${action}?tab=people`, sees: 'Individual members' },
  { at: `/actions/${action}?tab=results`, sees: 'Declared' },
  { at: `/actions/${action}?tab=results&by=by_person`, sees: 'Wanda Moreau' },
]

const field = ({ action }: Ids): Look[] => [
  { at: '/field', sees: 'Long round' },
  { at: `/field/${action}`, sees: '1 of 3 doors' },
  { open: button('Talked at 2'), sees: 'Record the visit', source: 'field/visits/VisitDrawer.tsx' },
  { at: `/field/${action}?tab=summary`, sees: 'By street' },
  {
    at: `/field/${action}`,
    open: async page => {
      await page.context().setOffline(true)
      await button('Refused at 3')(page)
      await page.getByText('Offline: 1 visit to send').waitFor()
      await then(button(/Your account/), item('Sign out'))(page)
    },
    sees: 'Some visits are not sent',
    source: 'shell/SignOutDialog.tsx',
  },
  { open: page => page.context().setOffline(false), sees: 'All visits sent' },
]

const payments = ({ waiting, loose, batch }: Ids): Look[] => [
  { at: '/payments', sees: 'Ada Stone' },
  { at: '/payments?view=unpaid', sees: 'Ada Stone' },
  { at: '/payments?view=all', open: button('Columns'), sees: 'Campaign' },
  { at: '/payments?view=all', open: selectAll, sees: /\d selected/ },
  { at: '/payments?view=all&method=card', sees: 'Nothing matches these filters.' },
  { at: `/payments?view=all&open=${waiting}`, sees: 'History', source: 'money/transaction_bundles/PaymentDrawer.tsx' },
  { open: button('Refund…'), sees: 'Amount to refund' },
  { at: `/payments?view=all&open=${loose}`, open: button('It is a donation'), sees: 'Left to allocate: €40.00' },
  { at: `/payments/new?batch=${batch}`, sees: 'Just recorded' },
  { at: '/payments/batches', sees: 'Open' },
  { open: button('New batch'), sees: 'Open the batch', source: 'money/transaction_batches/Batches.tsx' },
  {
    at: `/payments/batches?open=${batch}`,
    sees: 'No payments in this batch yet.',
    source: 'money/transaction_batches/BatchDrawer.tsx',
  },
]

const users = ({ member, suspended }: Ids): Look[] => [
  { at: '/settings', sees: 'Wanda Moreau' },
  { at: '/settings/users', sees: 'Suspended' },
  { at: '/settings/users?q=nobody-at-all', sees: 'Nothing matches these filters.' },
  {
    at: `/settings/users?open=${member}`,
    sees: 'Reason (visible to colleagues)',
    source: 'organisation/users/Users.tsx',
  },
  { open: button('Remove from the space'), sees: /They lose access/ },
  { at: `/settings/users?open=${suspended}`, sees: 'Reactivate' },
]

const settings: Look[] = [
  { at: '/settings/invitations', sees: 'guest@example.org' },
  { at: '/settings/roles', sees: 'Treasurer' },
  { open: button('New role'), sees: 'Rank' },
  { at: '/settings/roles', open: button('Edit Treasurer'), sees: 'Rank' },
  { at: '/settings/space', sees: 'Require a second factor for everyone' },
  { at: '/settings/tokens', sees: 'test' },
  { at: '/settings/integrations', sees: 'Website' },
  { open: button('Add a second secret'), sees: 'The new secret' },
  { at: '/settings/integrations', open: button('New integration'), sees: 'Redirect URIs' },
  { at: '/settings/jobs', sees: 'Done' },
  { at: '/settings/audit', sees: 'Ines Moreau' },
  { at: '/settings/privacy', sees: 'Erasure' },
  {
    open: button('Erase this person'),
    sees: 'Erase this person?',
    source: 'contacts/privacy_requests/PrivacyRequests.tsx',
  },
]

const webhooks = ({ webhook }: Ids): Look[] => [
  { at: '/settings/webhooks', sees: 'https://example.org/hook' },
  {
    at: '/settings/webhooks?open=new',
    sees: 'Privacy request',
    source: 'integrations/webhooks/WebhookDrawer.tsx',
  },
  { at: `/settings/webhooks?open=${webhook}`, sees: 'No deliveries yet' },
  {
    open: button('Send since…'),
    sees: 'Send past events',
    source: 'integrations/webhooks/ReplayDialog.tsx',
  },
  {
    at: `/settings/webhooks?open=${webhook}&tab=settings`,
    open: button('Delete'),
    sees: 'Delete the webhook',
    source: 'integrations/webhooks/WebhookHeader.tsx',
  },
]

const finance: Look[] = [
  { at: '/settings/finance', sees: 'Full year' },
  { open: button('Edit Full year'), sees: 'The amount may be changed', source: 'money/catalogue/CatalogueDialog.tsx' },
  { at: '/settings/finance', open: button('New group'), sees: 'Hidden: no longer offered' },
  { at: '/settings/finance?tab=donations', sees: 'Hidden gift' },
  { at: '/settings/finance?tab=statuses', sees: 'Sent back' },
  { open: button('New status'), sees: 'Meaning in totals' },
  { at: '/settings/finance?tab=campaigns', sees: 'SPRING' },
  { at: '/settings/finance?tab=methods', sees: 'Usual donation price' },
  { at: '/settings/finance?tab=numbering', sees: 'Maximum payments per batch' },
  { at: '/settings/finance?tab=periods', sees: 'New period' },
]

/** What a manager sees. */
export const looksOfManager = ({ ada, action }: Ids): Look[] => [
  { at: '/', sees: 'Long round' },
  { at: '/contacts', sees: 'Ada Stone' },
  { at: `/contacts?open=${ada}`, sees: 'Added' },
  { at: `/actions/${action}`, sees: 'Ask about the rent.' },
  { at: '/settings/users', sees: 'Wanda Moreau' },
  { at: '/payments', sees: 'You do not have permission to do this.' },
]

export const looksOfVolunteer = ({ team, action }: Ids): Look[] => [
  { at: '/', sees: 'You’re all caught up.' },
  { at: `/teams?open=${team}`, sees: 'Description' },
  { at: `/field/${action}`, sees: /of 3 doors/ },
  { at: '/settings', sees: 'All permissions of its owner' },
]
