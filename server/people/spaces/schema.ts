import { type Static, Type } from 'typebox'
import { Id, Locale, Name, Timestamp } from '../../fields.ts'

export const Space = Type.Object(
  { id: Id, created_at: Timestamp, updated_at: Timestamp, name: Name, locale: Locale },
  { title: 'Space' },
)

export const SpaceChange = { name: Type.Optional(Name), locale: Type.Optional(Locale) }

export type Space = Static<typeof Space>
export type SpaceChange = { name?: string; locale?: string }
