import type { Permission } from '../access/permissions.ts'

interface EventDefinition {
  about: string
  /** The permission to receive it: that to see all records of this kind. */
  needs: Permission
}

const changeTexts = { created: 'created', updated: 'changed', deleted: 'deleted or archived' }

const changeEvents = <Resource extends string, Verb extends keyof typeof changeTexts>(
  resource: Resource,
  needs: Permission,
  noun: string,
  ...some: Verb[]
) =>
  Object.fromEntries(
    some.map(verb => [`${resource}.${verb}`, { about: `${noun} was ${changeTexts[verb]}.`, needs }]),
  ) as Record<`${Resource}.${Verb}`, EventDefinition>

/** Every event type, with its description and the permission to receive it. */
export const eventTypes = {
  ...changeEvents('contact', 'contacts:read', 'A contact', 'created', 'updated', 'deleted'),
  'contact.restored': { about: 'A deleted or merged contact was restored.', needs: 'contacts:read' },
  'contact.merged': {
    about: 'Another contact was merged into this one. For the other one there is contact.deleted.',
    needs: 'contacts:read',
  },
  'contact.unmerged': { about: 'A merge into this contact was undone.', needs: 'contacts:read' },
  'contact.erased': {
    about: 'A person was erased. Delete all data you hold about this contact.',
    needs: 'contacts:read',
  },
  ...changeEvents('note', 'contacts:sensitive', 'A note about a contact', 'created', 'updated', 'deleted'),
  ...changeEvents('file', 'contacts:sensitive', 'A file of a contact', 'created', 'updated', 'deleted'),
  ...changeEvents('task', 'contacts:read', 'A task', 'created', 'updated', 'deleted'),
  ...changeEvents('relationship', 'contacts:read', 'A relationship between two contacts', 'created', 'deleted'),
  ...changeEvents('household', 'contacts:read', 'A household', 'created', 'updated', 'deleted'),
  ...changeEvents('form', 'forms:read', 'A form', 'created', 'updated', 'deleted'),
  ...changeEvents('privacy_request', 'privacy:manage', 'A request about personal data', 'created', 'updated'),
  'user.joined': { about: 'A person joined the space.', needs: 'users:read' },
  'user.updated': { about: 'The profile or the role of a user was changed.', needs: 'users:read' },
  'user.suspended': { about: 'A user can no longer act in the space.', needs: 'users:read' },
  'user.restored': { about: 'A suspended user can act again.', needs: 'users:read' },
  'user.left': { about: 'A person left the space, with its teams and actions.', needs: 'users:read' },
  'invitation.created': { about: 'A person was invited, or invited again.', needs: 'users:invite' },
  'invitation.accepted': { about: 'An invited person joined the space.', needs: 'users:invite' },
  'invitation.deleted': { about: 'An invitation was withdrawn.', needs: 'users:invite' },
  ...changeEvents('team', 'teams:manage', 'A team', 'created', 'updated', 'deleted'),
  ...changeEvents('role', 'users:read', 'A role', 'created', 'updated', 'deleted'),
  'space.updated': { about: 'The name, language or settings of the space were changed.', needs: 'users:read' },
  ...changeEvents('transaction_bundle', 'finance:read', 'A payment', 'created', 'updated', 'deleted'),
  ...changeEvents('transaction_batch', 'finance:read', 'A deposit batch', 'created', 'updated'),
  ...changeEvents('bank_account', 'finance:read', 'A bank account', 'created', 'updated', 'deleted'),
  ...changeEvents('bank_statement', 'finance:read', 'A bank statement', 'created', 'deleted'),
  ...changeEvents('bank_line', 'finance:read', 'A line of a bank statement', 'updated'),
  ...changeEvents('bank_rule', 'finance:read', 'A rule for bank lines', 'created', 'updated', 'deleted'),
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
  'transaction_settings.updated': { about: 'The payment settings were changed.', needs: 'catalogue:read' },
  'payment_checks.updated': { about: 'What checks of payments do was changed.', needs: 'catalogue:read' },
  'payment_warning.settled': { about: 'A warning about a payment was settled.', needs: 'finance:read' },
  ...changeEvents('action', 'actions:read', 'An action', 'created', 'updated', 'deleted'),
  'action.restored': { about: 'An archived action was restored.', needs: 'actions:read' },
  ...changeEvents('visit', 'actions:read', 'A visit', 'created', 'updated', 'deleted'),
  ...changeEvents('declared_visit', 'actions:read', 'A total of visits counted on paper', 'created', 'deleted'),
  'webhook.tested': { about: 'A test of this webhook was requested.', needs: 'webhooks:manage' },
} as const satisfies Record<string, EventDefinition>

export type EventType = keyof typeof eventTypes

export const allEventTypes = Object.keys(eventTypes) as EventType[]

/** The event types that these permissions allow to receive. */
export const eventTypesFor = (permissions: ReadonlySet<Permission>) =>
  allEventTypes.filter(type => permissions.has(eventTypes[type].needs))
