import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName, Timestamp } from '../../fields.ts'

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const Job = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    ended_at: nullable(Timestamp),
    user: PersonName,
    kind: Type.String({ description: 'The kind of job, such as import_run.' }),
    subject_id: Type.Integer({ description: 'The id of what the job works on, such as an import.' }),
    state: Type.Enum([...jobStates], { description: 'The state of the job.' }),
    unit: Type.String({ description: 'What `done` and `total` count, such as bytes of a file.' }),
    done: Type.Integer(),
    total: Type.Integer(),
    cancel_requested: Type.Boolean(),
    error: Type.String({ description: 'Why the job failed; empty otherwise.' }),
  },
  { title: 'Job' },
)

export type Job = Static<typeof Job>
