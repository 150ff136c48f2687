import { type Static, Type } from 'typebox'
import { Id, Name, nullable, PlainName, Timestamp } from '../../fields.ts'
import { RankFields, RoleType } from '../../organisation/users/schema.ts'
import { Scopes, Secret } from '../tokens/schema.ts'

const redirect_uris_max = 10

const RedirectUris = Type.Array(Type.String({ maxLength: 2000 }), {
  maxItems: redirect_uris_max,
  uniqueItems: true,
  description:
    'Where people return after signing in, compared exactly: https, or http on 127.0.0.1, [::1] or localhost.',
})

const IdTokenAlg = Type.Enum(['RS256', 'ES256'], {
  description: 'How its identity tokens are signed. Most clients expect RS256 by default.',
})

const PkceRequired = Type.Boolean({
  description:
    'With false, an integration with a secret can sign people in without PKCE, for clients that do not support it. A public integration always requires PKCE.',
})

/** May be empty: an integration that only signs people in needs no permission. */
const IntegrationScopes = Type.Array(Scopes.items, { ...Scopes, minItems: 0 })

const SecretHint = Type.Object({
  id: Id,
  created_at: Timestamp,
  hint: Type.String({ description: 'The last characters of the secret.' }),
})

const integration = {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  name: Name,
  client_id: Type.String(),
  public: Type.Boolean({ description: 'Runs where no secret can be stored, such as in a browser or on a phone.' }),
  user_id: nullable(
    Type.Integer({ description: 'The service account that the history names when the integration acts by itself.' }),
  ),
  role: nullable(
    Type.Object(
      { id: Id, name: Type.String(), type: RoleType, ...RankFields },
      { description: 'The role with which it acts by itself; null if it only acts for people.' },
    ),
  ),
  scopes: Type.Array(Type.String(), { description: 'The maximum it may do, for people or by itself.' }),
  redirect_uris: Type.Array(Type.String()),
  pkce_required: Type.Boolean({ description: 'Whether sign-in with this integration requires PKCE.' }),
  id_token_signed_response_alg: IdTokenAlg,
  secrets: Type.Array(SecretHint),
}

export const Integration = Type.Object(integration, { title: 'Integration' })

export const IntegrationWithSecret = Type.Object({ ...integration, secret: Secret }, { title: 'IntegrationWithSecret' })

export const CreatedSecret = Type.Object({ ...SecretHint.properties, secret: Secret }, { title: 'CreatedSecret' })

export const NewIntegration = {
  name: PlainName,
  scopes: IntegrationScopes,
  public: Type.Boolean({ default: false }),
  role_id: Type.Optional(nullable(Id)),
  redirect_uris: Type.Array(RedirectUris.items, { ...RedirectUris, default: [] }),
  pkce_required: Type.Boolean({ ...PkceRequired, default: true }),
  id_token_signed_response_alg: Type.Enum(['RS256', 'ES256'], { ...IdTokenAlg, default: 'RS256' }),
}

export const IntegrationChange = {
  name: Type.Optional(PlainName),
  scopes: Type.Optional(IntegrationScopes),
  role_id: Type.Optional(Id),
  redirect_uris: Type.Optional(RedirectUris),
  pkce_required: Type.Optional(PkceRequired),
  id_token_signed_response_alg: Type.Optional(IdTokenAlg),
}

const [NewShape, ChangeShape] = [Type.Object(NewIntegration), Type.Object(IntegrationChange)]
export type Integration = Static<typeof Integration>
export type NewIntegration = Static<typeof NewShape>
export type IntegrationChange = Static<typeof ChangeShape>
