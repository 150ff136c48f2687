import { type Static, Type } from 'typebox'
import { Id, Name, Timestamp } from '../../fields.ts'
import { sortableAttributes } from '../search/engine/attributes.ts'

const SortAttribute = Type.Enum(sortableAttributes(), { title: 'SortAttribute' })

const Query = Type.Object(
  {},
  { additionalProperties: true, description: 'As in `POST /search`; an empty object matches all contacts.' },
)

const filter = {
  name: Name,
  shared: Type.Boolean({ description: 'Whether all users of the space see it.' }),
  query: Query,
  sort_attr: SortAttribute,
  sort_asc: Type.Boolean(),
}

export const SavedFilter = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    user_id: Id,
    ...filter,
    own: Type.Boolean({ description: 'Whether the caller owns it.' }),
  },
  { title: 'SavedFilter' },
)

export const NewSavedFilter = {
  ...filter,
  shared: Type.Boolean({ ...filter.shared, default: false }),
  sort_attr: Type.Enum(sortableAttributes(), { title: 'SortAttribute', default: 'id' }),
  sort_asc: Type.Boolean({ default: true }),
}

export const SavedFilterChange = Type.Partial(Type.Object(filter)).properties

const NewShape = Type.Object(NewSavedFilter)
const ChangedShape = Type.Object(SavedFilterChange)
export type SavedFilter = Static<typeof SavedFilter>
export type NewSavedFilter = Static<typeof NewShape>
export type SavedFilterChange = Static<typeof ChangedShape>
