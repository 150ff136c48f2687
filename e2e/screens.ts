import type { Page } from 'playwright-core'
import { phone } from './browser.ts'
import { contacts, duplicates, imports } from './contact_screens.ts'
import type { FullSpaceIds } from './full_space.ts'
import { accounting } from './ledger_screens.ts'
import { notes } from './note_screens.ts'
import { button, inOrder, item, type Screen, selectAll } from './screen_steps.ts'

// Every screen of the console and everything that opens on one: its address, how it is opened, and a text that it shows.

/** Two halves of the screens, which are checked at the same time. */
export const peopleScreens = (ids: FullSpaceIds): Screen[] => [
  ...shell,
  ...contacts(ids),
  ...notes(ids),
  ...imports,
  ...duplicates(ids),
  ...teams(ids),
  ...users(ids),
]

export const workScreens = (ids: FullSpaceIds): Screen[] => [
  ...actions(ids),
  ...field(ids),
  ...payments(ids),
  ...accounting,
  ...settings,
  ...webhooks(ids),
  ...identityProviders(ids),
  ...finance,
]

const shell: Screen[] = [
  { path: '/no/such/page', shows: 'No page has this address.' },
  { path: '/contacts/999999999', shows: 'It was deleted, or you do not have access to it.' },
  { path: '/', shows: 'Waiting for you' },
  { open: button('View as a table'), shows: 'Until' },
  { open: button('Choose my queues'), shows: /kept on this device/, source: 'home/QueueChooser.tsx' },
  { path: '/', open: button(/Your account/), shows: 'Sign out', source: 'shell/AccountMenu.tsx' },
  { open: item('Keyboard shortcuts'), shows: 'Single-letter shortcuts', source: 'shell/Shortcuts.tsx' },
  {
    path: '/',
    open: async page => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').locator('input').fill('stone')
    },
    shows: 'Ada Stone',
    source: 'shell/palette/CommandPalette.tsx',
  },
  {
    path: '/contacts?open=new',
    open: async page => {
      await page.getByRole('dialog').getByLabel('Surname').fill('Stone')
      await page.keyboard.press('Escape')
    },
    shows: 'What you typed is not saved and will be lost.',
  },
  { path: '/', open: button('Create'), shows: 'Invite members', source: 'shell/CreateMenu.tsx' },
  { path: '/', open: button('Collectif, Switch to'), shows: 'Regional network', source: 'shell/SpaceMenu.tsx' },
  {
    path: '/',
    open: async page => {
      await page.setViewportSize(phone)
      await page.getByRole('button', { name: 'Open the menu' }).click()
    },
    shows: 'Teams',
  },
]

const teams = ({ team }: FullSpaceIds): Screen[] => [
  { path: '/teams', shows: 'Harbour' },
  { path: '/teams?q=nobody-at-all', shows: 'Clear filters' },
  { path: '/teams?open=new', shows: 'Description', source: 'organisation/teams/TeamDrawer.tsx' },
  { path: `/teams?open=${team}`, shows: 'Delete the team' },
]

const actions = ({ action }: FullSpaceIds): Screen[] => [
  { path: '/actions', shows: 'Long round' },
  { path: '/actions?when=past', shows: 'No past actions' },
  { path: '/actions?open=new', shows: 'What to say at the door', source: 'field/actions/Actions.tsx' },
  { path: `/actions/${action}`, shows: 'Ask about the rent.' },
  { open: button('View as a table'), shows: 'Day' },
  { path: `/actions/${action}`, open: button('More'), shows: 'Duplicate' },
  {
    path: `/actions/${action}?open=edit`,
    shows: 'Shown to everyone in the field',
    source: 'field/actions/ActionPage.tsx',
  },
  { path: `/actions/${action}?open=declare`, shows: 'How many visits', source: 'field/actions/DeclareVisits.tsx' },
  { path: `/actions/${action}/sheets?show=all`, shows: 'Door-to-door sheets' },
  { path: `/actions/${action}?tab=addresses`, shows: '1 Rue Haute' },
  { open: button('1 Rue Haute'), shows: 'Record a visit', source: 'field/action_addresses/DoorDrawer.tsx' },
  {
    path: `/actions/${action}?tab=addresses&open=choose`,
    shows: 'Saved view',
    source: 'field/action_addresses/AddFromContacts.tsx',
  },
  {
    path: `/actions/${action}?tab=addresses&open=address`,
    shows: 'Add and continue',
    source: 'field/action_addresses/AddressForm.tsx',
  },
  { path: '/actions?view=map', shows: 'Visits towards the goal' },
  { path: `/actions/${action}?tab=map`, shows: 'To do' },
  { path: `/actions/${action}?tab=map&open=area`, shows: /press Space to put a corner/ },
  { path: `/actions/${action}?tab=people`, shows: 'Individual members' },
  { path: `/actions/${action}?tab=results`, shows: 'Declared' },
  { path: `/actions/${action}?tab=results&by=by_person`, shows: 'Wanda Moreau' },
]

const field = ({ action }: FullSpaceIds): Screen[] => [
  { path: '/field', shows: 'Long round' },
  { path: `/field/${action}`, shows: '1 of 3 doors' },
  { open: button('Talked at 3'), shows: 'Record the visit', source: 'field/visits/VisitDrawer.tsx' },
  { path: `/field/${action}?tab=summary`, shows: 'By street' },
  { path: `/field/${action}?tab=map`, shows: /Your position stays on this phone/ },
  { path: `/field/${action}?view=streets`, shows: 'Visit again' },
  {
    path: `/field/${action}`,
    open: async page => {
      await page.context().setOffline(true)
      await button('Refused at 3')(page)
      await page.getByText('Offline: 1 visit to send').waitFor()
      await inOrder(button(/Your account/), item('Sign out'))(page)
    },
    shows: 'Some visits are not sent',
    source: 'shell/SignOutDialog.tsx',
  },
  { open: page => page.context().setOffline(false), shows: 'All visits sent' },
]

const payments = ({ waiting, loose, doubtful, batch }: FullSpaceIds): Screen[] => [
  { path: '/payments', shows: 'Ada Stone' },
  { path: '/payments?view=unpaid', shows: 'Ada Stone' },
  { path: '/payments?view=all', open: button('Columns and rows'), shows: 'Campaign' },
  {
    path: '/payments?view=all',
    open: button('Export'),
    shows: 'Excel: one row per payment',
  },
  { path: '/payments?view=all', open: selectAll, shows: /\d selected/ },
  { path: '/payments?view=all&method=card', shows: 'Nothing matches these filters.' },
  {
    path: `/payments?view=all&open=${waiting}`,
    shows: 'History',
    source: 'money/transaction_bundles/PaymentDrawer.tsx',
  },
  {
    path: `/payments?view=all&open=${loose}`,
    open: button('Refund…'),
    shows: 'Amount to refund',
    source: 'money/transaction_bundles/PaymentDialog.tsx',
  },
  { path: `/payments?view=all&open=${waiting}`, open: button('Correct…'), shows: 'Correct a mistake' },
  { path: `/payments?view=all&open=${loose}`, open: button('It is a donation'), shows: 'Left to allocate: €40.00' },
  { path: '/payments', open: button('Show'), shows: 'The campaign “SUMMER” is not in your list of campaigns.' },
  { path: `/payments?view=all&open=${doubtful}`, shows: 'Memberships and donations come to €10.00' },
  {
    open: page => page.getByRole('dialog').getByRole('button', { name: 'Settle…' }).first().click(),
    shows: 'The warning does not come back.',
    source: 'money/payment_warnings/WarningList.tsx',
  },
  { path: `/payments/new?batch=${batch}`, shows: 'Just recorded' },
  { path: '/payments/batches', shows: 'Open' },
  { open: button('New batch'), shows: 'Open the batch', source: 'money/transaction_batches/Batches.tsx' },
  {
    path: `/payments/batches?open=${batch}`,
    shows: 'No payments in this batch yet.',
    source: 'money/transaction_batches/BatchDrawer.tsx',
  },
]

const users = ({ member, suspended }: FullSpaceIds): Screen[] => [
  { path: '/settings', shows: /Who works here/ },
  { open: typeSetting('factor'), shows: 'Require a second factor for everyone' },
  { path: '/settings', open: typeSetting('no such setting'), shows: /No setting matches/ },
  { path: '/settings/users', shows: 'Suspended' },
  { path: '/settings/users?state=suspended&unseen=90', shows: 'Never' },
  { path: '/settings/users?q=nobody-at-all', shows: 'Nothing matches these filters.' },
  {
    path: `/settings/users?open=${member}`,
    shows: 'Reason (visible to colleagues)',
    source: 'organisation/users/Users.tsx',
  },
  { open: button('Remove from the space'), shows: /They lose access/ },
  { path: `/settings/users?open=${suspended}`, shows: 'Reactivate' },
]

const settings: Screen[] = [
  { path: '/settings/invitations', shows: 'guest@example.org' },
  { path: '/settings/roles', shows: 'Treasurer' },
  { open: button('New role'), shows: 'Level' },
  { path: '/settings/roles', open: button('Edit Treasurer'), shows: '2 permissions: some of Money.' },
  { open: button('Treasurer'), shows: /everything in Money/ },
  {
    path: '/settings/roles',
    open: button('Delete Treasurer'),
    shows: 'You cannot undo this.',
    source: 'organisation/roles/Roles.tsx',
  },
  { path: '/settings/forms', shows: 'May we write to you?' },
  { open: button('New question'), shows: 'Survey question', source: 'contacts/forms/Forms.tsx' },
  { path: '/settings/forms?open=new&from=newsletter', shows: 'I agree to receive news' },
  { path: '/settings/space', shows: 'Require a second factor for everyone' },
  { path: '/settings/map', shows: 'Where to get a map' },
  { open: button('Delete the map'), shows: 'Its streets disappear', source: 'organisation/maps/MapSettings.tsx' },
  { path: '/settings/tokens', shows: 'test' },
  { path: '/settings/integrations', shows: 'Website' },
  { open: button('Add a second secret'), shows: 'The new secret' },
  { path: '/settings/integrations', open: button('New integration'), shows: 'Redirect URIs' },
  { path: '/settings/jobs', shows: 'Done' },
  { path: '/settings/audit', shows: 'Ines Moreau' },
  {
    open: page => page.locator('tbody .open').first().click(),
    shows: 'Audit log entry',
    source: 'integrations/audit/AuditLog.tsx',
  },
  { path: '/settings/privacy', shows: 'Erasure' },
  {
    open: button('Erase this person'),
    shows: 'cannot be restored',
    source: 'contacts/privacy_requests/EraseDialog.tsx',
  },
]

/** Types into the search field of the settings. */
function typeSetting(words: string) {
  return (page: Page) => page.getByRole('combobox', { name: 'Search the settings' }).fill(words)
}

const webhooks = ({ webhook }: FullSpaceIds): Screen[] => [
  { path: '/settings/webhooks', shows: 'https://example.org/hook' },
  {
    path: '/settings/webhooks?open=new',
    shows: 'Privacy request',
    source: 'integrations/webhooks/WebhookDrawer.tsx',
  },
  { path: `/settings/webhooks?open=${webhook}`, shows: 'No deliveries yet' },
  {
    open: button('Send since…'),
    shows: 'Send past events',
    source: 'integrations/webhooks/ReplayDialog.tsx',
  },
  {
    path: `/settings/webhooks?open=${webhook}&tab=settings`,
    open: button('Delete'),
    shows: 'Delete the webhook',
    source: 'integrations/webhooks/WebhookHeader.tsx',
  },
]

const identityProviders = ({ identity_provider }: FullSpaceIds): Screen[] => [
  { path: '/settings/identity_providers', shows: 'Keycloak' },
  {
    path: '/settings/identity_providers?open=new',
    shows: 'Mail domain',
    source: 'organisation/identity_providers/IdentityProviders.tsx',
  },
  { path: `/settings/identity_providers?open=${identity_provider}`, shows: 'Three steps left' },
  {
    open: button('Delete provider'),
    shows: 'Delete Keycloak?',
    source: 'organisation/identity_providers/ProviderRecord.tsx',
  },
]

const finance: Screen[] = [
  { path: '/settings/finance', shows: 'Full year' },
  { open: button('Edit Full year'), shows: 'Amount can be changed', source: 'money/catalogue/CatalogueDialog.tsx' },
  { path: '/settings/finance', open: button('New group'), shows: 'Hidden: no longer offered' },
  { path: '/settings/finance?tab=donations', shows: 'Hidden gift' },
  { path: '/settings/finance?tab=statuses', shows: 'Sent back' },
  { open: button('New status'), shows: 'Meaning in totals' },
  { path: '/settings/finance?tab=campaigns', shows: 'SPRING' },
  { path: '/settings/finance?tab=methods', shows: 'Default donation price' },
  { path: '/settings/finance?tab=numbering', shows: 'Maximum payments per batch' },
  { path: '/settings/finance?tab=periods', shows: 'New period' },
  { path: '/settings/finance?tab=checks', shows: 'Overlapping memberships' },
  { path: '/settings/finance?tab=contributions', shows: 'Every payment can be recorded.' },
]

/** What a manager sees. */
export const managerScreens = ({ ada, action }: FullSpaceIds): Screen[] => [
  { path: '/', shows: 'Long round' },
  { path: '/contacts', shows: 'Ada Stone' },
  { path: `/contacts?open=${ada}`, shows: 'Added' },
  { path: `/actions/${action}`, shows: 'Ask about the rent.' },
  { path: '/settings/users', shows: 'Wanda Moreau' },
  { path: '/payments', shows: 'You do not have permission to do this.' },
]

export const volunteerScreens = ({ team, action }: FullSpaceIds): Screen[] => [
  { path: '/', shows: 'Waiting for you' },
  { path: `/teams?open=${team}`, shows: 'Visibility' },
  { path: '/tasks', shows: 'No open tasks' },
  { path: `/field/${action}`, shows: /of 3 doors/ },
  { path: '/settings', shows: /the devices you are signed in on/ },
  { path: '/settings/tokens', shows: 'All permissions of its owner' },
]
