import { type Static, Type } from 'typebox'
import { separators } from '../../csv.ts'
import { Id, Line, nullable, PersonName, Timestamp } from '../../fields.ts'

export const AuditEntry = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    user: nullable(PersonName),
    token_id: nullable(Id),
    request: Type.String({
      description: 'The id of the request, as in its `x-request-id` header. Empty for what housekeeping does.',
    }),
    kind: Type.String({ description: 'The kind of action, such as contact.read.' }),
    subject: Type.String(),
    subject_id: nullable(Id),
    subject_name: Type.String({
      description:
        'The name of the contact, user, role, token, integration, webhook, bank account or provider it is about. Empty if none may be shown.',
    }),
    details: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'AuditEntry' },
)

export const AuditFilters = {
  user_id: Type.Optional(Id),
  kind: Type.Optional(
    Type.String({
      ...Line,
      description: 'Only entries of this kind, such as contact.read.',
      examples: ['contact.read'],
    }),
  ),
  subject: Type.Optional(Line),
  subject_id: Type.Optional(Id),
  changes_only: Type.Optional(
    Type.Boolean({ description: 'Leave out entries that changed nothing: reads, searches, exports and sign-ins.' }),
  ),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Type.String({ ...Timestamp, description: 'A bare date includes that day.' })),
}

export const AuditCsvParams = {
  ...AuditFilters,
  separator: Type.Enum([...separators], { default: ',', description: 'What separates the columns.' }),
}

const FilterShape = Type.Object(AuditFilters)
export type AuditEntry = Static<typeof AuditEntry>
export type AuditFilters = Static<typeof FilterShape>
