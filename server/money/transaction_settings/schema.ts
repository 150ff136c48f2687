import { type Static, Type } from 'typebox'
import { id_max, Line, nullable, Timestamp } from '../../fields.ts'
import { Currency, FreeObject, Reference } from '../core/fields.ts'

const Serial = Type.Integer({ minimum: 0, maximum: id_max })
// Far below the largest safe integer, so that counting never reaches it.
const SentSerial = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })
const Prefix = Type.String({ maxLength: 50 })

const Period = Type.Object({ start: Timestamp, end: Timestamp, open: Type.Boolean() }, { title: 'OpenPeriod' })

const OpenPeriods = Type.Record(Type.String(), Period, {
  maxProperties: 200,
  description: 'Named periods. With at least one, payments can only be written or changed in an open period.',
})

const details = {
  payment_method_kinds: Type.Array(Type.String({ ...Line, minLength: 1 }), { maxItems: 100 }),
  max_batch_size: Type.Integer({ minimum: 1, maximum: 10_000 }),
  default_status_id: Reference,
  default_membership_price_id: Reference,
  default_donation_price_id: Reference,
  batch_prefix: Prefix,
  batch_serial: Serial,
  membership_serial: Serial,
  membership_prefix: Prefix,
  additional_settings: FreeObject,
  currency: Currency,
  open_periods: OpenPeriods,
}

export const TransactionSettings = Type.Object(
  { ...details, batch_serial_updated_at: nullable(Timestamp) },
  { title: 'TransactionSettings' },
)

export const TransactionSettingsChange = Type.Partial(
  Type.Object({ ...details, batch_serial: SentSerial, membership_serial: SentSerial }),
).properties

const Change = Type.Object(TransactionSettingsChange)
export type TransactionSettings = Static<typeof TransactionSettings>
export type TransactionSettingsChange = Static<typeof Change>
