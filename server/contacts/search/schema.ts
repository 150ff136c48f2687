import { Type } from 'typebox'
import { input } from '../../fields.ts'
import { sortableAttributes } from './engine/attributes.ts'

export { Contact } from '../core/shape.ts'

const Query = Type.Unknown({
  description:
    'Two levels: `$all` or `$at_least_one` over nodes of the same two words, and these over `{"$condition": {attr, ope, value}}`, with `from` and ' +
    '`to` for a range. In place of a condition there may be a group: `{"any": [ … ]}`, `{"all": [ … ]}` or `{"not": … }`, over conditions and groups, ' +
    'up to four inside each other. Left out, or with an empty `$all`: everyone.',
})

export const AdvancedSearch = input(
  {
    query: Type.Optional(Query),
    page: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'The first page is 0.' }),
    per_page: Type.Integer({ minimum: 1, default: 100, description: 'Values above 1000 count as 1000.' }),
    sort_attr: Type.Enum(sortableAttributes(), { title: 'SortAttribute', default: 'id' }),
    sort_asc: Type.Boolean({ default: true }),
    with_total: Type.Boolean({ default: true, description: 'False is the same as `total: none`.' }),
    total: Type.Enum(['exact', 'capped', 'none'], {
      title: 'TotalMode',
      default: 'exact',
      description:
        'Counting is slow where many contacts match. `capped` counts up to 10000: where more match, `total` is 10000 and `total_is_capped` true. ' +
        'With `none`, `total` is null unless already known. `POST /kpi` counts separately.',
    }),
    cursor: Type.Optional(
      Type.String({
        maxLength: 12_000,
        pattern: '^[A-Za-z0-9_-]+$',
        expects: 'be the next_cursor of the previous page',
        description: '`next_cursor` of the previous page, with the same query and order; `page` is then ignored.',
      }),
    ),
  },
  'AdvancedSearch',
)

export const CountedSearch = input({ query: Type.Optional(Query) }, 'CountedSearch')
