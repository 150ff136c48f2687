import { type Static, Type } from 'typebox'
import { Id, nullable } from '../../fields.ts'
import { LastVisit } from '../core/fields.ts'

const Text = Type.String()

/** A contact for visitors: name, phone and address, without answers. */
export const ActionContact = Type.Object(
  {
    id: Id,
    firstname: Text,
    surname: Text,
    mobile: Text,
    phone: Text,
    black_list: Type.Boolean({ description: 'Has opted out of being contacted.' }),
    address: nullable(
      Type.Object({
        house_number: Text,
        street: Text,
        postal_code: Text,
        city: Text,
        country: Text,
        addition: Text,
        building: Text,
        floor: Text,
        door: Text,
        latitude: Text,
        longitude: Text,
      }),
    ),
    address_id: nullable(Type.Integer({ description: 'The address in the action.' })),
    last_visit: nullable(LastVisit),
  },
  { title: 'ActionContact' },
)

export type ActionContact = Static<typeof ActionContact>
