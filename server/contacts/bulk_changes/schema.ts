import { type Static, Type } from 'typebox'
import { Id, input, Name, nullable, PersonName, Timestamp } from '../../fields.ts'
import { AnswerAsRead, PatchedContact } from '../core/shape.ts'
import { keptCodes, refusalCodes } from './reasons.ts'

export const kinds = ['tags', 'fields', 'answer', 'remove_answer', 'archive', 'action'] as const
export type Kind = (typeof kinds)[number]

/** How many contacts one change can have: by id, and by query. */
export const ids_max = 5000
export const contacts_max = 200_000
const tag_names_max = 20

const { id: _, custom_fields: __, formdatas: ___, tags: ____, ...fieldValues } = PatchedContact.properties

const ContactSelection = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: ids_max, description: 'The contacts; either these or `query`.' }),
    ),
    query: Type.Optional(
      Type.Unknown({
        description:
          'All contacts that match, as in `POST /search` or the `query` of a saved filter. Null: all contacts.',
      }),
    ),
  },
  {
    title: 'ContactSelection',
    additionalProperties: false,
    description: 'The contacts to change: by id, or all that match a query.',
  },
)

export const BulkChangeContent = Type.Object(
  {
    tags: Type.Optional(
      Type.Object(
        {
          add: Type.Array(Name, {
            maxItems: tag_names_max,
            default: [],
            description: 'Tags to add; new tags are created.',
          }),
          remove: Type.Array(Name, { maxItems: tag_names_max, default: [], description: 'Tags to remove.' }),
        },
        { title: 'BulkTags', additionalProperties: false, description: 'Tags to add to the contacts and to remove.' },
      ),
    ),
    fields: Type.Optional(
      Type.Object(fieldValues, {
        title: 'BulkFieldValues',
        additionalProperties: false,
        description:
          'Fields and their new value, the same for all contacts; null empties a field. `mail`, `external_id` and `nationbuilderid` can only be emptied.',
      }),
    ),
    answer: Type.Optional(
      Type.Object(AnswerAsRead.properties, {
        title: 'BulkAnswer',
        additionalProperties: false,
        description: 'An answer to a form, such as a consent or a field of your own.',
      }),
    ),
    remove_answer: Type.Optional(
      Type.Object(
        {
          form_id: Id,
          form_ref_id: Type.Optional(Type.Integer({ ...Id, description: 'Only this value; all values if left out.' })),
        },
        {
          title: 'BulkRemovedAnswer',
          additionalProperties: false,
          description: 'A form whose answers are removed. A consent is withdrawn.',
        },
      ),
    ),
    archive: Type.Optional(
      Type.Literal(true, {
        description: 'Deletes the contacts, as `DELETE /contacts/{id}` does. They can be restored.',
      }),
    ),
    action: Type.Optional(
      Type.Object(
        { id: Id },
        {
          title: 'BulkAction',
          additionalProperties: false,
          description:
            'An action to add the contacts and their addresses to. Contacts who opted out or have no address are refused.',
        },
      ),
    ),
  },
  { title: 'BulkChangeContent', additionalProperties: false, description: 'What to change: exactly one of these.' },
)

export const NewBulkChange = { contacts: ContactSelection, change: BulkChangeContent }

const Names = Type.Array(Type.String())

/** The change as it is read: only what it changes. */
const StoredContent = Type.Object(
  {
    tags: Type.Optional(
      Type.Object(
        { add: Names, remove: Names },
        { title: 'StoredBulkTags', description: 'Tags that are added and removed.' },
      ),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The fields and their new value, as they were sent.' }),
    ),
    answer: Type.Optional(
      Type.Object(
        {
          form_id: Id,
          form_ref_id: Id,
          data: Type.Union([Type.String(), Type.Null()], { description: 'What was answered, as text.' }),
        },
        { title: 'StoredBulkAnswer', description: 'The answer that the contacts get.' },
      ),
    ),
    remove_answer: Type.Optional(
      Type.Object(
        { form_id: Id, form_ref_id: Type.Optional(Id) },
        { title: 'StoredBulkRemovedAnswer', description: 'The form whose answers are removed.' },
      ),
    ),
    archive: Type.Optional(Type.Boolean({ description: 'Whether the contacts are deleted.' })),
    action: Type.Optional(
      Type.Object({ id: Id }, { title: 'StoredBulkAction', description: 'The action that the contacts are added to.' }),
    ),
  },
  {
    title: 'StoredBulkChangeContent',
    description: 'The change as it was sent. Empty after the erasure of a person whom it named.',
  },
)

const states = ['queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const

const reasonsOf = (codes: string[]) =>
  Type.Array(
    Type.Object({
      code: Type.Enum(codes, { description: 'Stable code of the reason.' }),
      reason: Type.String({ description: 'The reason in a sentence.' }),
      contacts: Type.Integer({ description: 'How many contacts have this reason.' }),
    }),
    { description: 'Why contacts were left as they are, with the number of contacts for each reason.' },
  )

export const BulkChange = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    user: PersonName,
    kind: Type.Enum([...kinds], { description: 'What is changed.' }),
    change: StoredContent,
    state: Type.Enum([...states], {
      description: 'The state of the change; `undoing` and `undone` after an undo was started.',
    }),
    job_id: Id,
    error: Type.String({ description: 'Why the change or its undo failed; empty otherwise.' }),
    done: Type.Integer({ description: 'How many contacts have been processed so far.' }),
    total: Type.Integer({
      description: 'How many contacts were selected. The selection is fixed when the change starts.',
    }),
    changed: Type.Integer({ description: 'How many contacts have changed.' }),
    unchanged: Type.Integer({ description: 'How many contacts were already as the change makes them.' }),
    refused: Type.Integer({ description: 'How many contacts could not be changed.' }),
    refusals: reasonsOf(refusalCodes),
    undo: nullable(
      Type.Object(
        {
          job_id: Id,
          done: Type.Integer({ description: 'How many contacts the undo has processed so far.' }),
          total: Type.Integer({ description: 'How many contacts the undo has to process.' }),
          restored: Type.Integer({ description: 'How many contacts are as before the change.' }),
          kept: Type.Integer({ description: 'How many contacts were left as they are.' }),
          reasons: reasonsOf(keptCodes),
        },
        { title: 'BulkChangeUndo', description: 'The undo of the change; null if none was started.' },
      ),
    ),
    undo_until: nullable(
      Type.String({
        format: 'date-time',
        description: 'Until when it can be undone; null if it cannot, or no longer.',
      }),
    ),
  },
  { title: 'BulkChange' },
)

export const contactOutcomes = ['waiting', 'changed', 'unchanged', 'refused', 'restored', 'kept'] as const

export const BulkChangeContact = Type.Object(
  {
    contact_id: Id,
    name: Type.String({ description: 'The name of the contact; empty if it has none or the caller may not see it.' }),
    outcome: Type.Enum([...contactOutcomes], {
      description: '`waiting`: not reached, also after a cancellation. `restored` and `kept` come from an undo.',
    }),
    code: nullable(
      Type.Enum([...new Set<string>([...refusalCodes, ...keptCodes])], { description: 'Stable code of the reason.' }),
    ),
    reason: Type.String({ description: 'Why it was refused, or kept by the undo; empty otherwise.' }),
  },
  { title: 'BulkChangeContact' },
)

const SentShape = input(NewBulkChange)
export type NewBulkChange = Static<typeof SentShape>
export type BulkChangeContent = Static<typeof BulkChangeContent>
export type BulkChange = Static<typeof BulkChange>
export type BulkChangeContact = Static<typeof BulkChangeContact>
export type ContactOutcome = (typeof contactOutcomes)[number]
