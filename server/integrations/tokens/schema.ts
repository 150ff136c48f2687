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
    Type.Array(Type.String(), {
      description: 'The permissions the token is limited to; null for all permissions of its owner.',
    }),
  ),
  user: Type.Union([PersonName], { description: 'The owner of the token.' }),
}

export const Token = Type.Object(token, { title: 'Token' })

export const Secret = nullable(
  Type.String({
    description: 'Only in the first response. Null when the request is repeated, because the secret is not stored.',
  }),
)

export const TokenWithSecret = Type.Object({ ...token, secret: Secret }, { title: 'TokenWithSecret' })

export const NewToken = {
  name: Name,
  scopes: Type.Optional(
    Type.Array(Scopes.items, { ...Scopes, description: 'All permissions of the role when left out.' }),
  ),
  days: Type.Integer({
    minimum: 1,
    maximum: token_days_max,
    default: token_days,
    description: 'The lifetime in days.',
  }),
}

const NewTokenShape = Type.Object(NewToken)
export type Token = Static<typeof Token>
export type NewToken = Static<typeof NewTokenShape>
