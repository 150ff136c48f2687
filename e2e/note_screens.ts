import type { FullSpaceIds } from './full_space.ts'
import { button, inOrder, item, type Screen } from './screen_steps.ts'

// The page of tasks, and notes, tasks, relationships and households on the page of a contact.

const addMenu = button('Add a relationship or household')

export const notes = ({ ada, task }: FullSpaceIds): Screen[] => [
  { path: '/tasks', shows: 'Ring the printer' },
  { path: '/tasks?view=all', shows: 'Ada Stone' },
  { path: '/tasks?view=created&state=done', shows: 'Nothing done yet' },
  { path: '/tasks?open=new', shows: 'About a contact (optional)', source: 'contacts/tasks/TaskDialog.tsx' },
  { path: `/tasks?open=${task}`, shows: /^Created by Ines Moreau/ },
  {
    path: `/contacts/${ada}`,
    open: page => page.getByRole('tab', { name: 'Task', exact: true }).click(),
    shows: 'Due date',
  },
  {
    path: `/contacts/${ada}`,
    open: button('Actions for this note'),
    shows: 'Unpin',
    source: 'contacts/notes/NoteActions.tsx',
  },
  // A menu closes when the page changes to its layout for phones.
  { path: `/contacts/${ada}`, open: inOrder(button('Actions for this note'), item('Edit')), shows: 'Edit the note' },
  {
    path: `/contacts/${ada}`,
    open: addMenu,
    shows: 'Add a relationship',
    source: 'contacts/relationships/ContactRelationships.tsx',
  },
  {
    path: `/contacts/${ada}`,
    open: inOrder(addMenu, item('Add a relationship')),
    shows: 'Other contact',
    source: 'contacts/relationships/RelationshipDialog.tsx',
  },
  {
    path: `/contacts/${ada}`,
    open: inOrder(addMenu, item('Edit the household')),
    shows: 'Add a member',
    source: 'contacts/households/HouseholdDialog.tsx',
  },
]
