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
    description: 'Any JSON object; comes back exactly as it was written, byte for byte.',
  },
)

/** The stamps of finance records, spelled as the interface spells them. */
export const stamps = { CreatedAt: Timestamp, UpdatedAt: Timestamp }

export const Reference = nullable(Type.Integer({ minimum: 1, maximum: id_max }))

/** What every price has. */
export const price = {
  name: Name,
  amount: Amount,
  currency: Currency,
  allow_custom_amount: Type.Boolean(),
  hidden: Type.Boolean(),
}

/** The same for a new one; the currency is that of the settings unless it is said. */
export const newPrice = {
  name: Name,
  amount: Amount,
  currency: Type.Optional(Currency),
  allow_custom_amount: Type.Boolean({ default: false }),
  hidden: Type.Boolean({ default: false }),
}
