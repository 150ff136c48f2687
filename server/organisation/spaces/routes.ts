import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { member, requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, record, storedFile } from '../../http/response_format.ts'
import { bytesOf, memoryUpload } from '../../http/stream/memory_upload.ts'
import { logo_bytes_max } from '../core/logo.ts'
import { changeLogo, changeSpace, listSpaces, lockSpace, readLogo, readSpace } from './queries.ts'
import { Logo, Space, SpaceChange } from './schema.ts'

export const spaces = resource('spaces', 'The organisations, or chapters of one, that a person belongs to.', {
  list: get('/spaces', {
    summary: 'List the spaces the caller belongs to.',
    access: member,
    query: paging(page_size_max),
    returns: data({ count: Type.Integer(), spaces: Type.Array(Space) }),
    handle: ({ sql, caller, query }) => listSpaces(sql, caller, query),
  }),

  read: get('/spaces/:id', {
    summary: 'Read a space the caller belongs to.',
    access: member,
    params: { id: Id },
    returns: record(Space),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readSpace(sql, caller, params.id),
  }),

  update: patch('/spaces/:id', {
    summary:
      'Change the space the token is bound to: its name, language, time zone and identity, or require a second factor in it.',
    description:
      'A new `time_zone` moves payments around midnight to another day of the statistics. Memberships and accounting periods keep their ends. ' +
      'While `second_factor_required` is true, users without a second factor are refused in this space, with every token they hold. ' +
      'To change it, sign in again within the last 15 minutes, and set up a second factor of your own first.',
    access: requires('space:manage'),
    params: { id: Id },
    body: SpaceChange,
    returns: record(Space),
    etag: true,
    errors: ['not_found', 'conflict', 'reauthentication_required'],
    ifMatch: { returns: record(Space), read: ({ sql, caller, params }) => lockSpace(sql, caller, params.id) },
    emits: { 'space.updated': 'by queries' },
    handle: ({ sql, caller, params, body, request }) => {
      if (body.second_factor_required !== undefined) requireRecentSignIn(caller)
      return changeSpace(sql, { caller, request_id: request.id }, params.id, body)
    },
  }),

  readLogo: get('/spaces/:id/logo', {
    summary: 'Download the logo of a space.',
    access: member,
    params: { id: Id },
    returns: storedFile(),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readLogo(sql, caller, params.id),
  }),

  uploadLogo: post('/spaces/:id/logo', {
    summary: 'Upload a logo for what the space prints.',
    description:
      'The image itself is the body: PNG or JPEG, at most 256 kB and 1000 pixels in width and height. Texts and places in it are not kept.',
    access: requires('space:manage'),
    params: { id: Id },
    upload: { ...memoryUpload(logo_bytes_max), file: Logo },
    returns: record(Space),
    errors: ['not_found'],
    emits: { 'space.updated': 'by queries' },
    handle: ({ sql, caller, params, draft, request }) =>
      changeLogo(sql, { caller, request_id: request.id }, params.id, bytesOf(draft)),
  }),

  removeLogo: del('/spaces/:id/logo', {
    summary: 'Remove the logo of a space.',
    access: requires('space:manage'),
    params: { id: Id },
    returns: record(Space),
    errors: ['not_found'],
    emits: { 'space.updated': 'by queries' },
    handle: ({ sql, caller, params, request }) => changeLogo(sql, { caller, request_id: request.id }, params.id, null),
  }),
})
