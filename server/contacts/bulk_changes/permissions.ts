import { type Caller, may } from '../../access/caller.ts'
import type { Permission } from '../../access/permissions.ts'
import { forbidden } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import type { BulkChangeContent, Kind } from './schema.ts'

/** The permissions that the same change of one contact needs. */
const needed: Record<Kind, Permission[]> = {
  tags: ['contacts:read', 'contacts:write', 'contacts:sensitive'],
  fields: ['contacts:read', 'contacts:write'],
  answer: ['contacts:read', 'contacts:write', 'contacts:sensitive'],
  remove_answer: ['contacts:read', 'contacts:write', 'contacts:sensitive'],
  archive: ['contacts:read', 'contacts:write'],
  action: ['contacts:read', 'actions:write'],
}

export const isSensitive = (kind: Kind) => needed[kind].includes('contacts:sensitive')

export const kindOf = (change: BulkChangeContent) => Object.keys(change)[0] as Kind

/** The form whose answers the change adds or removes. */
export const formOf = ({ answer, remove_answer }: BulkChangeContent) => answer?.form_id ?? remove_answer?.form_id

export function checkMayChange(caller: Caller, change: BulkChangeContent) {
  const missing = needed[kindOf(change)].find(permission => !may(caller, permission))
  if (missing) throw forbidden(msg`Your role or token lacks the permission ${missing}.`)
}
