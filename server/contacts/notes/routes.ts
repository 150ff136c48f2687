import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { cursorPage, data, record } from '../../http/response_format.ts'
import { mailWriterOf } from '../core/recipients.ts'
import { changeNote, createNote, deleteNote, listNotes, lockNote, noteCursor } from './queries.ts'
import { NewNote, Note, NoteChange } from './schema.ts'

const params = { id: Id }
const response = record(Note)

const ifMatch = {
  returns: response,
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockNote(sql, caller, params.id),
}

export const notes = resource('notes', 'Notes about contacts.', {
  list: get('/v1/contacts/:id/notes', {
    summary: 'List the notes about a contact: pinned ones first, then the newest.',
    description:
      'Without `contacts:sensitive`, only notes that the caller wrote and those that mention them. Each call is recorded in the audit log.',
    access: requires('contacts:read'),
    params,
    query: { limit: paging(100).limit, cursor: noteCursor.schema },
    returns: cursorPage(Note),
    errors: ['not_found'],
    audited: { entry: ({ params }) => ({ kind: 'contact.notes_read', subject: 'contact', subject_id: params.id }) },
    handle: ({ sql, caller, params, query }) => listNotes(sql, caller, params.id, query),
  }),

  create: post('/v1/contacts/:id/notes', {
    summary: 'Write a note about a contact.',
    description:
      'Mentioned users must be able to see contacts. Each gets one mail, which has a link and not the text. Refused for a restricted contact.',
    access: requires('contacts:write'),
    params,
    body: NewNote,
    returns: response,
    etag: true,
    errors: ['not_found', 'conflict'],
    emits: { 'note.created': (_, { id }) => id },
    handle: call => createNote(call.sql, mailWriterOf(call), call.params.id, call.body),
  }),

  update: patch('/v1/notes/:id', {
    summary: 'Change a note; only the fields in the request change.',
    description:
      'Only the author changes the text. Users who are mentioned for the first time get a mail. Every user who can read the note can pin it.',
    access: requires('contacts:write'),
    params,
    body: NoteChange,
    returns: response,
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    audited: {
      entry: (_, { id, contact_id }) => ({
        kind: 'contact.notes_read',
        subject: 'contact',
        subject_id: contact_id,
        details: { note_id: id },
      }),
    },
    emits: { 'note.updated': ({ params }) => params.id },
    handle: call => changeNote(call.sql, mailWriterOf(call), call.params.id, call.body),
  }),

  remove: del('/v1/notes/:id', {
    summary: 'Delete a note.',
    description:
      'Authors delete their own notes with `contacts:write`. `privacy:manage` allows to delete those of others.',
    access: requires('contacts:read'),
    params,
    returns: data({ message: Type.String(), note_id: Id }),
    errors: ['not_found'],
    emits: { 'note.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params, request }) => {
      await deleteNote(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The note was deleted.', note_id: params.id }
    },
  }),
})
