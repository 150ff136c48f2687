import { type Static, Type } from 'typebox'
import { nullable, Timestamp } from '../fields.ts'
import { allEventTypes, type EventType } from './catalogue.ts'

/** An event in the change feed and in webhook deliveries. It names the record that changed, and holds none of its data. */
export const Event = Type.Object(
  {
    id: Type.String({ description: 'Unique identifier, the same in every attempt.' }),
    type: Type.Enum(allEventTypes, { title: 'EventType', description: 'What happened.' }),
    timestamp: Timestamp,
    data: Type.Object(
      {
        group_id: Type.Integer({ description: 'The space of the event.' }),
        resource: Type.String({ description: 'The kind of record, such as contact.' }),
        id: Type.Integer({ description: 'The id of the record; for settings, that of the space.' }),
        version: nullable(
          Type.Integer({ description: 'For contacts: the version after this change. It only increases.' }),
        ),
        user_id: Type.Integer({ description: 'The user who made the change; an integration has its own user.' }),
        request_id: Type.String({ description: 'The request that made the change; empty if there was none.' }),
      },
      { description: 'The record, and who changed it.' },
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
    // With the time, because ids can repeat after a restore from a backup.
    id: `evt_${id}_${Date.parse(created_at)}`,
    type: kind as EventType,
    timestamp: created_at,
    data: {
      group_id,
      resource: kind.slice(0, kind.indexOf('.')),
      id: subject_id,
      version,
      user_id,
      request_id: request,
    },
  }
}
