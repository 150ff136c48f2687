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
    kind: Type.String({ description: 'For example import_run.' }),
    subject_id: Type.Integer({ description: 'What it works on, such as the import.' }),
    state: Type.Enum([...jobStates], { description: 'How far the job has got.' }),
    unit: Type.String({ description: 'What `done` and `total` count, such as bytes of a file.' }),
    done: Type.Integer(),
    total: Type.Integer(),
    cancel_requested: Type.Boolean(),
    error: Type.String({ description: 'Why it failed; empty when it did not.' }),
  },
  { title: 'Job' },
)

export type Job = Static<typeof Job>
