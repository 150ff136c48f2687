import { type Static, Type } from 'typebox'
import { Id, input, instantOf, nullable, Timestamp } from '../../fields.ts'

const Text = Type.String({ maxLength: 200 })
const Degrees = Type.String({
  pattern: '^(-?[0-9]{1,3}(\\.[0-9]{1,30})?)?$',
  description: 'Decimal degrees such as 45.7781, or empty.',
})

const words = {
  street: Text,
  city: Text,
  state: Text,
  country: Text,
  addition: Text,
  infos: Text,
  building: Text,
  door: Text,
  pollingstation: Text,
}

const position = { latitude: Degrees, longitude: Degrees }

// The interface has these as numbers. Values such as "12 bis", "01000", "2A004" or "RDC" need a text field as well.
const asText = { house_number: Text, postal_code: Text, city_code: Text, floor_name: Text }

/** An address of an action. */
export const ActionAddress = Type.Object(
  {
    id: Id,
    housenumber: Type.Integer(),
    postalcode: Type.Integer(),
    citycode: Type.Integer(),
    floor: Type.Integer(),
    ...words,
    ...asText,
    latitude: Type.String(),
    longitude: Type.String(),
  },
  { title: 'ActionAddress' },
)

const NumberOrText = Type.Union([Type.Integer({ minimum: -99, maximum: 999_999_999 }), Text])
const numbers = { housenumber: NumberOrText, postalcode: NumberOrText, citycode: NumberOrText, floor: NumberOrText }

export const sentAddress = Type.Partial(Type.Object({ ...words, ...numbers, ...asText, ...position })).properties
export const SentActionAddress = input(sentAddress, 'SentActionAddress')

/** The results of a visit: those where a person was met, and those where no person was. */
export const results_with_contact = [
  'talked',
  'refused',
  'come_back',
  'signed',
  'voted',
  'not_voted',
  'abstention',
  'other',
] as const
export const results_without_contact = ['absent', 'moved', 'no_access', 'leaflet', 'wrong_address', 'deceased'] as const
export const VisitResult = Type.Enum([...results_with_contact, ...results_without_contact], { title: 'VisitResult' })

export const LastVisit = Type.Object({ date: Timestamp, result: VisitResult }, { title: 'LastVisit' })

export const ClientKey = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Chosen by the client, unique in the action. A visit that is sent twice with the same key counts once.',
})

const ahead_ms_max = 86_400_000

/** Allows a day, for clocks that are fast or in another time zone. */
export const isInFuture = (date: string) => Date.parse(instantOf(date) ?? '') > Date.now() + ahead_ms_max

export const next_cursor = nullable(Type.String({ description: 'Send it as `cursor` for the next page.' }))

export const timeSpanFields = { from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) }

export type ActionAddress = Static<typeof ActionAddress>
export type SentActionAddress = Static<typeof SentActionAddress>
export type VisitResult = Static<typeof VisitResult>
