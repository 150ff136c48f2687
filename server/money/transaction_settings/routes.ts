import { requires } from '../../http/access.ts'
import { get, patch, resource } from '../../http/operation.ts'
import { document } from '../../http/response_format.ts'
import { recordJson } from '../../json.ts'
import { lockSettings, settingsOf } from '../core/settings.ts'
import { changeSettings } from './queries.ts'
import { TransactionSettings, TransactionSettingsChange } from './schema.ts'

export const transaction_settings = resource('transaction_settings', 'How payments are recorded in the space.', {
  read: get('/v1/transaction_settings', {
    summary: 'Read the settings.',
    access: requires('catalogue:read'),
    returns: document(TransactionSettings),
    etag: true,
    handle: async ({ sql, caller }) => recordJson(await settingsOf(sql, caller.group_id)),
  }),

  update: patch('/v1/transaction_settings', {
    summary: 'Change the settings; only the fields in the request change.',
    description: 'A serial can be raised, not lowered.',
    access: requires('finance:settings'),
    body: TransactionSettingsChange,
    returns: document(TransactionSettings),
    etag: true,
    errors: ['conflict'],
    ifMatch: {
      returns: document(TransactionSettings),
      read: async ({ sql, caller }) => recordJson(await lockSettings(sql, caller.group_id)),
    },
    emits: { 'transaction_settings.updated': ({ caller }) => caller.group_id },
    handle: async ({ sql, caller, body, request }) =>
      recordJson(await changeSettings(sql, { caller, request_id: request.id }, body)),
  }),
})
