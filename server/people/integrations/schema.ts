import { type Static, Type } from 'typebox'
import { Id, Name, nullable, PlainName, Timestamp } from '../../fields.ts'
import { Scopes, Secret } from '../tokens/schema.ts'
import { RoleType } from '../users/schema.ts'

const redirect_uris_max = 10

const RedirectUris = Type.Array(Type.String({ maxLength: 2000 }), {
  maxItems: redirect_uris_max,
  uniqueItems: true,
  description: 'Where people are sent back to, to the letter: https, or http on 127.0.0.1, [::1] or localhost.',
})

const SecretHint = Type.Object({
  id: Id,
  created_at: Timestamp,
  hint: Type.String({ description: 'Its last letters, to tell two apart.' }),
})

const integration = {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  name: Name,
  client_id: Type.String(),
  public: Type.Boolean({ description: 'Runs where no secret can be kept, such as a page or a telephone.' }),
  user_id: nullable(Type.Integer({ description: 'Whom history names when it acts by itself.' })),
  role: nullable(
    Type.Object(
      { id: Id, name: Type.String(), type: RoleType, order: Type.Integer() },
      { description: 'With which it acts by itself; null: it only ever acts for people.' },
    ),
  ),
  scopes: Type.Array(Type.String(), { description: 'The most it may do, for people or by itself.' }),
  redirect_uris: Type.Array(Type.String()),
  secrets: Type.Array(SecretHint),
}

export const Integration = Type.Object(integration, { title: 'Integration' })

export const MadeIntegration = Type.Object({ ...integration, secret: Secret }, { title: 'MadeIntegration' })

export const MadeSecret = Type.Object({ ...SecretHint.properties, secret: Secret }, { title: 'MadeSecret' })

export const NewIntegration = {
  name: PlainName,
  scopes: Scopes,
  public: Type.Boolean({ default: false }),
  role_id: Type.Optional(nullable(Id)),
  redirect_uris: Type.Array(RedirectUris.items, { ...RedirectUris, default: [] }),
}

export const IntegrationChange = {
  name: Type.Optional(PlainName),
  scopes: Type.Optional(Scopes),
  role_id: Type.Optional(Id),
  redirect_uris: Type.Optional(RedirectUris),
}

const [NewShape, ChangeShape] = [Type.Object(NewIntegration), Type.Object(IntegrationChange)]
export type Integration = Static<typeof Integration>
export type NewIntegration = Static<typeof NewShape>
export type IntegrationChange = Static<typeof ChangeShape>
