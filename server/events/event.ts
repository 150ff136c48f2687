import { type Static, Type } from 'typebox'
import { nullable, Timestamp } from '../fields.ts'
import { allEventTypes, type EventType } from './catalogue.ts'

/** An event as programs get it, from the change feed and by webhook alike. It says what to look at, and nothing that stands there. */
export const Event = Type.Object(
  {
    id: Type.String({ description: 'The same however often it is sent.' }),
    type: Type.Enum(allEventTypes, { title: 'EventType', description: 'What happened.' }),
    timestamp: Timestamp,
    data: Type.Object(
      {
        group_id: Type.Integer({ description: 'The space in which it happened.' }),
        resource: Type.String({ description: 'What kind of thing it happened to, such as contact.' }),
        id: Type.Integer({ description: 'The id of that thing; for settings, that of the space.' }),
        version: nullable(Type.Integer({ description: 'Of contacts: which version this made. It only grows.' })),
        user_id: Type.Integer({ description: 'Who did it; an integration has a user of its own.' }),
        request_id: Type.String({ description: 'In which request; empty when it was none.' }),
      },
      { description: 'What it happened to, and by whom.' },
    ),
  },
  { title: 'Event' },
)

export type Event = Static<typeof Event>

export interface EventRow {
  group_id: number
  id: number
  created_at: string
  kind: string
  subject_id: number
  version: number | null
  user_id: number
  request: string
}

export const eventColumns = ['group_id', 'id', 'created_at', 'kind', 'subject_id', 'version', 'user_id', 'request']

export function eventOf({ group_id, id, created_at, kind, subject_id, version, user_id, request }: EventRow): Event {
  return {
    // With the time, because numbers are given out anew after a backup was restored.
    id: `evt_${id}_${Date.parse(created_at)}`,
    type: kind as EventType,
    timestamp: created_at,
    data: { group_id, resource: kind.split('.')[0]!, id: subject_id, version, user_id, request_id: request },
  }
}
