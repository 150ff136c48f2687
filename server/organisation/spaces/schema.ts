import { type Static, Type } from 'typebox'
import { Id, Locale, Name, PlainName, Timestamp, TimeZone } from '../../fields.ts'
import { identity } from '../core/identity.ts'

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
    time_zone: TimeZone,
    second_factor_required: SecondFactorRequired,
    ...identity,
    has_logo: Type.Boolean({ description: 'Whether a logo was uploaded.' }),
  },
  { title: 'Space' },
)

export const SpaceChange = {
  name: Type.Optional(PlainName),
  locale: Type.Optional(Locale),
  time_zone: Type.Optional(TimeZone),
  second_factor_required: Type.Optional(SecondFactorRequired),
  ...Type.Partial(Type.Object(identity)).properties,
}

export const Logo = Type.String({ title: 'Logo', description: 'An image in PNG or JPEG.' })

export type Space = Static<typeof Space>
export type SpaceChange = Partial<Omit<Space, 'id' | 'created_at' | 'updated_at' | 'has_logo'>>
