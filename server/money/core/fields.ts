import { Type } from 'typebox'
import { id_max, Name, nullable, Timestamp } from '../../fields.ts'

/** Minor units: cents of a euro, pence of a pound. */
export const Amount = Type.Integer({ minimum: 0, maximum: id_max, description: 'In minor units, such as cents.' })

export const Currency = Type.String({ format: 'currency', description: 'An ISO 4217 code, such as EUR.' })

export const FreeObject = Type.Object(
  {},
  {
    additionalProperties: true,
    'x-raw-json': true,
    description: 'Any JSON object; returned byte for byte as it was sent.',
  },
)

/** The timestamps of finance records, in the spelling of the interface. */
export const stamps = { CreatedAt: Timestamp, UpdatedAt: Timestamp }

export const Reference = nullable(Type.Integer({ minimum: 1, maximum: id_max }))

/** The fields of every price. */
export const price = {
  name: Name,
  amount: Amount,
  currency: Currency,
  allow_custom_amount: Type.Boolean(),
  hidden: Type.Boolean(),
}

/** The fields of a new price; the currency defaults to the one of the settings. */
export const newPrice = {
  name: Name,
  amount: Amount,
  currency: Type.Optional(Currency),
  allow_custom_amount: Type.Boolean({ default: false }),
  hidden: Type.Boolean({ default: false }),
}
