import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName } from '../../fields.ts'
import { ActionAddress, LastVisit, SentActionAddress } from '../core/fields.ts'

const LastVisitAtDoor = Type.Object(
  {
    ...LastVisit.properties,
    user: Type.Union([PersonName, Type.Null()], {
      description: 'Who recorded it; null for a visit of others in an action that the caller is not in.',
    }),
  },
  { title: 'LastVisitAtDoor' },
)

/** An address with its visits. */
export const ListedAddress = Type.Object(
  {
    ...ActionAddress.properties,
    visits: Type.Integer({ description: 'The number of visits.' }),
    last_visit: nullable(LastVisitAtDoor),
  },
  { title: 'ListedAddress' },
)

const at_once_max = 1000

export const NewAddresses = { addresses: Type.Array(SentActionAddress, { minItems: 1, maxItems: at_once_max }) }
export const RemovedAddresses = { address_ids: Type.Array(Id, { minItems: 1, maxItems: at_once_max }) }

export const ChoiceResult = Type.Object({
  matched: Type.Integer({ description: 'Contacts that match the selection of the action.' }),
  addresses_added: Type.Integer(),
  contacts_added: Type.Integer(),
  addresses: Type.Integer({ description: 'The number of addresses of the action now.' }),
  without_position: Type.Integer({
    description:
      'Contacts that match otherwise, but were left out because their address has no position for the polygon.',
  }),
  next_cursor: nullable(
    Type.String({ description: 'Send it as `cursor` to continue: there are more contacts to check.' }),
  ),
})

export const filters = {
  visited: Type.Optional(Type.Boolean({ description: 'Only addresses with visits, or only those without.' })),
}

export type ListedAddress = Static<typeof ListedAddress>
export type ChoiceResult = Static<typeof ChoiceResult>
