import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, Timestamp } from '../../fields.ts'
import { Filters as BundleFilters } from '../transaction_bundles/schema.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day, such as 2026-05-01.' })

/** The filters of the list of payments, except the contact: views are shared, and must not identify a person. */
const Filters = input({
  state: BundleFilters.state,
  status_id: Type.Optional(Id),
  payment_method_kind: Type.Optional(Line),
  code_campaign: Type.Optional(Line),
  period: Type.Optional(
    Type.Enum(['this_month', 'last_month', 'this_year', 'last_year'], {
      description: 'Relative to the current date.',
    }),
  ),
  date_from: Type.Optional(Day),
  date_to: Type.Optional(Day),
})

const view = {
  name: Name,
  shared: Type.Boolean({ description: 'Whether all users who see payments see this view.' }),
  filters: Filters,
}

export const PaymentView = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    user_id: Id,
    ...view,
    own: Type.Boolean({ description: 'Whether the caller saved it.' }),
  },
  { title: 'PaymentView' },
)

export const NewView = { ...view, shared: Type.Boolean({ ...view.shared, default: false }) }
export const ChangedView = Type.Partial(Type.Object(view)).properties

const NewShape = Type.Object(NewView)
const ChangedShape = Type.Object(ChangedView)
export type PaymentView = Static<typeof PaymentView>
export type NewView = Static<typeof NewShape>
export type ChangedView = Static<typeof ChangedShape>
