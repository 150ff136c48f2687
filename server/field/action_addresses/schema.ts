import { type Static, Type } from 'typebox'
import { Id, nullable } from '../../fields.ts'
import { ActionAddress, LastVisit, SentActionAddress } from '../core/fields.ts'

/** A door on the list, and how far one has got with it. */
export const ListedAddress = Type.Object(
  {
    ...ActionAddress.properties,
    visits: Type.Integer({ description: 'How often somebody rang.' }),
    last_visit: nullable(LastVisit),
  },
  { title: 'ListedAddress' },
)

const at_once_max = 1000

export const NewAddresses = { addresses: Type.Array(SentActionAddress, { minItems: 1, maxItems: at_once_max }) }
export const RemovedAddresses = { address_ids: Type.Array(Id, { minItems: 1, maxItems: at_once_max }) }

export const ChoiceResult = Type.Object({
  matched: Type.Integer({ description: 'Contacts that fit what the action says.' }),
  addresses_added: Type.Integer(),
  contacts_added: Type.Integer(),
  addresses: Type.Integer({ description: 'How many doors are on the list now.' }),
  without_position: Type.Integer({
    description: 'Contacts that fit otherwise and were left out, since a polygon cannot tell where they live.',
  }),
  next_cursor: nullable(
    Type.String({ description: 'Send it as `cursor` to go on: there are more contacts to look at.' }),
  ),
})

export const filters = {
  visited: Type.Optional(Type.Boolean({ description: 'Only those where somebody rang, or only the others.' })),
}

export type ListedAddress = Static<typeof ListedAddress>
export type ChoiceResult = Static<typeof ChoiceResult>
