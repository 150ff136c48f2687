import type { FullSpaceIds } from './full_space.ts'
import { button, filter_screens, import_file, inOrder, item, type Screen, selectAll } from './screen_steps.ts'

// The screens of contacts, their imports and duplicates.

const where = encodeURIComponent(JSON.stringify([{ attr: 'city', ope: 'eql', value: 'Lyon' }]))

export const contacts = ({ ada, bea, bulk_change }: FullSpaceIds): Screen[] => [
  { path: '/contacts', shows: 'Ada Stone' },
  { path: '/contacts', open: button('More'), shows: 'Export this list', source: 'contacts/contacts/Contacts.tsx' },
  {
    open: item('Export this list'),
    shows: /contacts match your filters/,
    source: 'contacts/exports/ExportDialog.tsx',
  },
  ...filter_screens,
  { path: '/contacts', open: button('Columns and rows'), shows: 'Last change' },
  { path: `/contacts?where=${where}`, open: button('Save view'), shows: 'Save as a new view' },
  { open: item('Save as a new view'), shows: 'Name of the view' },
  { path: '/contacts', open: selectAll, shows: /\d selected/ },
  { open: button('Tag'), shows: 'Cancel', source: 'contacts/bulk_changes/BulkChangeDialog.tsx' },
  {
    path: '/contacts',
    open: inOrder(selectAll, button('Add to an action')),
    shows: /contacts to an action/,
  },
  {
    path: '/contacts',
    open: inOrder(selectAll, button('More actions for the selection')),
    shows: 'Change a field',
    source: 'contacts/bulk_changes/BulkBar.tsx',
  },
  { open: item('Record an answer or consent'), shows: 'Question' },
  { path: '/contacts/bulk_changes', shows: /Add the tag/ },
  {
    path: `/contacts/bulk_changes?open=${bulk_change}`,
    shows: 'Can be undone until',
    source: 'contacts/bulk_changes/ChangeDetails.tsx',
  },
  { path: '/contacts?q=nobody-at-all', shows: 'Nothing matches these filters.' },
  { path: '/contacts?open=new', shows: 'Surname', source: 'contacts/contacts/ContactDrawer.tsx' },
  {
    open: inOrder(
      page => page.getByLabel('First name').fill('Ada'),
      page => page.getByLabel('Surname').fill('Stone'),
      button('Save'),
    ),
    shows: 'Ada Stone exists: the same person?',
  },
  { path: `/contacts?open=${ada}`, shows: 'Added' },
  {
    path: `/contacts?open=${ada}&tab=details`,
    shows: /\d+ empty fields/,
  },
  { open: button(/\d+ empty fields/), shows: 'Married name' },
  { path: `/contacts?open=${ada}&tab=around`, shows: 'Tags' },
  { path: `/contacts?open=${bea}`, shows: 'Do not contact' },
  {
    open: inOrder(
      page => page.getByRole('dialog').getByRole('button', { name: 'More' }).click(),
      item('Delete the contact'),
    ),
    shows: 'It can be restored from “Deleted contacts”.',
    source: 'contacts/contacts/DeleteContactDialog.tsx',
  },
  { path: `/contacts?open=${ada}&tab=payments`, shows: '€80.00' },
  { path: `/contacts?open=${ada}&tab=answers`, shows: 'May we write to you?' },
  {
    open: async page => {
      await page.getByRole('combobox', { name: 'May we write to you?' }).click()
      await page.getByRole('option').last().click()
    },
    shows: 'How it was obtained',
    source: 'contacts/forms/ConsentDialog.tsx',
  },
  {
    path: '/settings/privacy',
    open: button('Record a request'),
    shows: 'Type of request',
    source: 'contacts/privacy_requests/PrivacyRequests.tsx',
  },
  { path: `/contacts?open=${ada}&tab=privacy`, shows: 'No privacy requests' },
  {
    open: button('Record a request'),
    shows: 'Type of request',
    source: 'contacts/privacy_requests/ContactPrivacyRequests.tsx',
  },
  { path: `/contacts/${ada}`, shows: 'Story' },
  { open: button(/^First name: /), shows: 'cancel' },
  {
    path: `/contacts/${ada}`,
    open: button('Rename statement.pdf'),
    shows: 'Cancel',
    source: 'contacts/files/FileDialogs.tsx',
  },
  {
    path: `/contacts/${ada}`,
    open: button('Delete statement.pdf'),
    shows: 'The file is deleted for everyone and cannot be restored.',
  },
  { path: `/contacts/${ada}`, open: button('More'), shows: 'Print', source: 'contacts/contacts/ContactHeader.tsx' },
]

export const imports: Screen[] = [
  { path: '/contacts/deleted', shows: 'No deleted contact' },
  { path: '/contacts/import', shows: 'A file' },
  { open: page => page.locator('input[type=file]').setInputFiles(import_file), shows: 'Map values' },
  { open: button('Map values'), shows: '“Dame” means' },
  { open: button('Check'), shows: '2 rows have errors and will not be imported' },
]

export const duplicates = ({ bea, twin }: FullSpaceIds): Screen[] => [
  { path: '/contacts/duplicates', shows: 'Same email address' },
  { path: `/contacts/duplicates?one=${bea}&other=${twin}`, shows: 'Keep the other one' },
  { path: '/contacts/duplicates?tab=merges', shows: 'Undo merge' },
]
