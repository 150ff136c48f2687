import { Type } from 'typebox'

const wait_s_max = 25

export const ChangesQuery = {
  from: Type.Enum(['start', 'now'], {
    default: 'start',
    description: 'Where to begin without a cursor: with the oldest that is kept, or with what happens next.',
  }),
  types: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Only these, with commas between them, such as contact.created,contact.deleted.',
    }),
  ),
  limit: Type.Integer({ minimum: 1, default: 100, description: 'More than 1000 is taken as 1000.' }),
  wait: Type.Integer({
    minimum: 0,
    maximum: wait_s_max,
    default: 0,
    description: 'How many seconds to wait for something to happen, if nothing has.',
  }),
}
