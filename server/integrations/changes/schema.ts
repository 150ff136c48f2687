import { Type } from 'typebox'

const wait_s_max = 25

export const ChangesQuery = {
  from: Type.Enum(['start', 'now'], {
    default: 'start',
    description:
      'Where to begin without a cursor: `start` at the oldest event that is kept, `now` after the newest one.',
  }),
  types: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Only these event types, separated by commas, such as contact.created,contact.deleted.',
    }),
  ),
  limit: Type.Integer({ minimum: 1, default: 100, description: 'Values above 1000 count as 1000.' }),
  wait: Type.Integer({
    minimum: 0,
    maximum: wait_s_max,
    default: 0,
    description: 'How many seconds to wait for an event if there is none yet.',
  }),
}
