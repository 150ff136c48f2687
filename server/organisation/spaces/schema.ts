import { type Static, Type } from 'typebox'
import { Id, Locale, Name, PlainName, Timestamp } from '../../fields.ts'

const SecondFactorRequired = Type.Boolean({
  description: 'Whether users need a second factor, such as an authenticator app, to act in this space.',
})

export const Space = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    name: Name,
    locale: Locale,
    second_factor_required: SecondFactorRequired,
  },
  { title: 'Space' },
)

export const SpaceChange = {
  name: Type.Optional(PlainName),
  locale: Type.Optional(Locale),
  second_factor_required: Type.Optional(SecondFactorRequired),
}

export type Space = Static<typeof Space>
export type SpaceChange = { name?: string; locale?: string; second_factor_required?: boolean }
