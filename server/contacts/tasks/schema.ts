import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, nullable, PersonName, Timestamp } from '../../fields.ts'

const text_length_max = 10_000

const Day = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  maxLength: 10,
  expects: 'be a day, such as 2026-05-31',
})

const about_due = 'The day by which it should be done, such as 2026-05-31; null if there is none.'
const about_assignee = 'The user who should do it; null if no user is assigned.'
const about_contact = 'The contact that the task is about; null if there is none.'
const DueDate = Type.Union([Day, Type.Null()], { description: about_due })
const AssigneeId = Type.Union([Id, Type.Null()], { description: about_assignee })
const ContactId = Type.Union([Id, Type.Null()], { description: about_contact })
const SentText = Type.String({ maxLength: text_length_max, description: 'What there is to do, in Markdown.' })

export const Task = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    created_by: Id,
    author: PersonName,
    title: Type.String({ description: 'What there is to do, on one line. Empty if it named a person who was erased.' }),
    text: Type.String({ description: 'More about it, in Markdown.' }),
    contact_id: ContactId,
    contact: nullable(PersonName),
    assignee_id: AssigneeId,
    assignee: nullable(PersonName),
    due_date: DueDate,
    done: Type.Boolean({ description: 'Whether it is done.' }),
    done_at: nullable(Timestamp),
    done_by: nullable(Id),
  },
  { title: 'Task' },
)

export const NewTask = {
  title: Type.String({ ...Name, description: 'What there is to do, on one line.' }),
  text: Type.String({ ...SentText, default: '' }),
  contact_id: Type.Union([Id, Type.Null()], { description: about_contact, default: null }),
  assignee_id: Type.Union([Id, Type.Null()], { description: about_assignee, default: null }),
  due_date: Type.Union([Day, Type.Null()], { description: about_due, default: null }),
}

export const TaskChange = {
  title: Type.Optional(Type.String({ ...Line, maxLength: 200, description: 'What there is to do, on one line.' })),
  text: Type.Optional(SentText),
  contact_id: Type.Optional(ContactId),
  assignee_id: Type.Optional(AssigneeId),
  due_date: Type.Optional(DueDate),
  done: Type.Optional(Type.Boolean({ description: 'Whether it is done.' })),
}

export const TaskFilters = {
  all: Type.Boolean({
    default: false,
    description:
      'Whether to list the tasks of all users, as far as the caller sees them, in place of those of the caller.',
  }),
  assignee_id: Type.Optional(Type.Integer({ ...Id, description: 'Only tasks of this user.' })),
  contact_id: Type.Optional(Type.Integer({ ...Id, description: 'Only tasks about this contact.' })),
  created_by: Type.Optional(Type.Integer({ ...Id, description: 'Only tasks that this user created.' })),
  state: Type.Enum(['open', 'done'], {
    default: 'open',
    description: 'Whether to list open tasks or those that are done.',
  }),
  due_before: Type.Optional(Type.String({ ...Day, description: 'Only tasks that are due before this day.' })),
}

const NewShape = input(NewTask)
const ChangedShape = input(TaskChange)
const FilterShape = input(TaskFilters)
export type Task = Static<typeof Task>
export type NewTask = Static<typeof NewShape>
export type TaskChange = Static<typeof ChangedShape>
export type TaskFilters = Static<typeof FilterShape>
