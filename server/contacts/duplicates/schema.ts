import { type Static, Type } from 'typebox'
import { Id, nullable, Timestamp } from '../../fields.ts'
import { contactFields } from '../core/fields.ts'

export const ReasonName = Type.Enum(['birthdate', 'mail', 'mobile', 'address', 'phone'], {
  description: '`birthdate` and `address` require the same name as well.',
})
const Strength = Type.Enum(['strong', 'likely', 'possible'], {
  description: '`strong` only if both have the same first name and surname and nothing known about them differs.',
})
const Difference = Type.Enum(['surname', 'firstname', 'gender', 'birthdate'], { title: 'DuplicateDifference' })
const Differences = Type.Array(Difference, {
  description: 'What speaks against one person: values that both have and that differ.',
})

export const ContactSummary = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    firstname: Type.String(),
    surname: Type.String(),
    mail: Type.String(),
    mobile: Type.String(),
    phone: Type.String(),
    birthdate: nullable(Timestamp),
    street: Type.String(),
    city: Type.String(),
    membership_number: Type.Integer(),
    black_list: Type.Boolean({ description: 'Whether the contact has opted out of being contacted.' }),
  },
  { title: 'ContactSummary' },
)

export const group_size_max = 20

export const DuplicateGroup = Type.Object(
  {
    reason: ReasonName,
    strength: Strength,
    differences: Differences,
    count: Type.Integer({ description: `The size of the group; at most ${group_size_max} contacts of it are listed.` }),
    contacts: Type.Array(ContactSummary),
    not_duplicates: Type.Array(Type.Tuple([Id, Id]), {
      description: 'Pairs of contacts in the group that are recorded as different people.',
    }),
  },
  { title: 'DuplicateGroup' },
)

export const DuplicateCandidate = Type.Object(
  { contact: ContactSummary, reasons: Type.Array(ReasonName), strength: Strength, differences: Differences },
  { title: 'DuplicateCandidate' },
)

/** What is known about a person who is not stored. */
export const UnsavedPerson = {
  firstname: Type.Optional(contactFields.firstname.sent),
  surname: Type.Optional(contactFields.surname.sent),
  mail: Type.Optional(contactFields.mail.sent),
  mobile: Type.Optional(contactFields.mobile.sent),
  phone: Type.Optional(contactFields.phone.sent),
  gender: Type.Optional(contactFields.gender.sent),
  birthdate: Type.Optional(contactFields.birthdate.sent),
}

const SimilarReason = Type.Enum(['birthdate', 'mail', 'mobile', 'phone', 'name'], {
  description: 'What is the same. `birthdate` requires the same name as well.',
})

/** A contact that may be a person who is about to be created. */
export const SimilarContact = Type.Object(
  {
    contact: ContactSummary,
    reasons: Type.Array(SimilarReason, { description: 'What the contact and the person have in common.' }),
    strength: Strength,
    differences: Differences,
    last_payment: Type.Union(
      [
        Type.Object(
          { date: Timestamp, amount: Type.Integer(), currency: Type.String() },
          { title: 'LastPaymentOfContact' },
        ),
        Type.Null(),
      ],
      { description: 'Their last payment; null if there is none, and without the permission `finance:read`.' },
    ),
  },
  { title: 'SimilarContact' },
)

export const invalid_numbers = Type.Array(Type.Enum(['mobile', 'phone']), {
  description:
    'The sent telephone numbers that are not valid. A contact can be created with them; they are then marked as invalid.',
})

const UnsavedPersonObject = Type.Object(UnsavedPerson)

export type UnsavedPerson = Static<typeof UnsavedPersonObject>
export type SimilarReason = Static<typeof SimilarReason>
export type SimilarContact = Static<typeof SimilarContact>

export const DistinctContacts = { contact_ids: Type.Array(Id, { minItems: 2, maxItems: group_size_max }) }

export type Difference = Static<typeof Difference>
export type ContactSummary = Static<typeof ContactSummary>
export type DuplicateGroup = Static<typeof DuplicateGroup>
export type DuplicateCandidate = Static<typeof DuplicateCandidate>
