import type { Permission } from '../access/permissions.ts'

interface EventDefinition {
  about: string
  /** Who hears of it: those who may see everything of this kind. */
  needs: Permission
}

const changeTexts = { created: 'made', updated: 'changed', deleted: 'deleted, or taken out of use' }

const changeEvents = <Resource extends string, Deed extends keyof typeof changeTexts>(
  resource: Resource,
  needs: Permission,
  noun: string,
  ...some: Deed[]
) =>
  Object.fromEntries(
    some.map(deed => [`${resource}.${deed}`, { about: `${noun} was ${changeTexts[deed]}.`, needs }]),
  ) as Record<`${Resource}.${Deed}`, EventDefinition>

/** Every event there is, what it tells, and the permission that it takes to hear of it. */
export const eventTypes = {
  ...changeEvents('contact', 'contacts:read', 'A contact', 'created', 'updated', 'deleted'),
  'contact.restored': { about: 'A contact that was deleted, or merged, is back.', needs: 'contacts:read' },
  'contact.merged': {
    about: 'Another contact was merged into this one; that one is told of as deleted.',
    needs: 'contacts:read',
  },
  'contact.unmerged': { about: 'A merge into this contact was undone.', needs: 'contacts:read' },
  'contact.erased': {
    about: 'A person was erased: forget whatever you hold of this contact.',
    needs: 'contacts:read',
  },
  ...changeEvents('form', 'forms:read', 'A form', 'created', 'updated', 'deleted'),
  ...changeEvents('privacy_request', 'privacy:manage', 'A request about personal data', 'created', 'updated'),
  'user.joined': { about: 'A person came into the space.', needs: 'users:read' },
  'user.updated': { about: 'The profile or the role of a user was changed.', needs: 'users:read' },
  'user.suspended': { about: 'A user can no longer act in the space.', needs: 'users:read' },
  'user.restored': { about: 'A suspended user can act again.', needs: 'users:read' },
  'user.left': { about: 'A person left the space, its teams and actions included.', needs: 'users:read' },
  'invitation.created': { about: 'Somebody was invited, or invited again.', needs: 'users:invite' },
  'invitation.accepted': { about: 'Somebody who was invited came in.', needs: 'users:invite' },
  'invitation.deleted': { about: 'An invitation was withdrawn.', needs: 'users:invite' },
  ...changeEvents('team', 'teams:manage', 'A team', 'created', 'updated', 'deleted'),
  ...changeEvents('role', 'users:read', 'A role', 'created', 'updated', 'deleted'),
  'space.updated': { about: 'Name, language or rules of the space were changed.', needs: 'users:read' },
  ...changeEvents('transaction_bundle', 'finance:read', 'A payment', 'created', 'updated', 'deleted'),
  ...changeEvents('transaction_batch', 'finance:read', 'A deposit batch', 'created', 'updated'),
  ...changeEvents(
    'membership_price_group',
    'catalogue:hidden',
    'A group of membership prices',
    'created',
    'updated',
    'deleted',
  ),
  ...changeEvents('membership_price', 'catalogue:hidden', 'A membership price', 'created', 'updated', 'deleted'),
  ...changeEvents('donation_price', 'catalogue:hidden', 'A donation price', 'created', 'updated', 'deleted'),
  ...changeEvents('code_campaign', 'catalogue:hidden', 'A campaign code', 'created', 'updated', 'deleted'),
  ...changeEvents('transaction_status', 'catalogue:read', 'A status of payments', 'created', 'updated', 'deleted'),
  'transaction_settings.updated': { about: 'How payments are recorded was changed.', needs: 'catalogue:read' },
  ...changeEvents('action', 'actions:read', 'An action', 'created', 'updated', 'deleted'),
  'action.restored': { about: 'An action that was archived is back.', needs: 'actions:read' },
  ...changeEvents('visit', 'actions:read', 'A visit', 'created', 'updated', 'deleted'),
  ...changeEvents('declared_visit', 'actions:read', 'A total of visits, counted on paper,', 'created', 'deleted'),
  'webhook.tested': { about: 'Somebody asked for a test of this webhook.', needs: 'webhooks:manage' },
} as const satisfies Record<string, EventDefinition>

export type EventType = keyof typeof eventTypes

export const allEventTypes = Object.keys(eventTypes) as EventType[]

/** What somebody with these permissions may hear of. */
export const eventTypesFor = (permissions: ReadonlySet<Permission>) =>
  allEventTypes.filter(type => permissions.has(eventTypes[type].needs))
