import { type Static, Type } from 'typebox'
import { allPermissions } from '../../access/permissions.ts'
import { token_days, token_days_max } from '../../access/tokens.ts'
import { Id, Name, nullable, PersonName, Timestamp } from '../../fields.ts'
import { Permission } from '../../organisation/roles/schema.ts'

export const Scopes = Type.Array(Permission, {
  minItems: 1,
  maxItems: allPermissions.length,
  uniqueItems: true,
})

const token = {
  id: Id,
  created_at: Timestamp,
  expires_at: Timestamp,
  name: Type.String(),
  scopes: nullable(
    Type.Array(Type.String(), { description: 'What it is limited to; null: all that the role of its owner allows.' }),
  ),
  user: Type.Union([PersonName], { description: 'Whose token it is.' }),
}

export const Token = Type.Object(token, { title: 'Token' })

export const Secret = nullable(
  Type.String({ description: 'Shown this once. Null in the answer to a repeated request: it is stored nowhere.' }),
)

export const TokenWithSecret = Type.Object({ ...token, secret: Secret }, { title: 'TokenWithSecret' })

export const NewToken = {
  name: Name,
  scopes: Type.Optional(
    Type.Array(Scopes.items, { ...Scopes, description: 'All that the role allows when left out.' }),
  ),
  days: Type.Integer({ minimum: 1, maximum: token_days_max, default: token_days, description: 'How long it works.' }),
}

const NewTokenShape = Type.Object(NewToken)
export type Token = Static<typeof Token>
export type NewToken = Static<typeof NewTokenShape>
