import { type Static, Type } from 'typebox'
import { Id, Name, nullable, PlainLine, PlainName, Timestamp } from '../../fields.ts'

const Issuer = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'The issuer of the provider, such as https://login.example.org/realms/main: an https URL, below which /.well-known/openid-configuration is published.',
})

const Domain = Type.String({
  minLength: 3,
  maxLength: 253,
  description:
    'The domain of the mail addresses that the provider signs in, such as example.org. Subdomains do not count.',
})

const ClientId = Type.String({
  ...PlainLine,
  minLength: 1,
  maxLength: 500,
  description: 'The client ID at the provider.',
})

const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'The client secret at the provider. It is stored encrypted and never returned.',
})

const Enabled = Type.Boolean({ description: 'Whether people can sign in through the provider.' })

const EmailVerifiedRequired = Type.Boolean({
  description:
    'Whether the provider must send `email_verified`. Set false only for a provider that never sends it and lets nobody choose their address, ' +
    'such as one tenant of Entra ID. An address that it calls unverified is always refused.',
})

const JoiningRole = nullable(
  Type.Integer({
    ...Id,
    description: 'The role of people who sign in without an invitation. Null: only invited people can join the space.',
  }),
)

const Required = Type.Boolean({
  description:
    'Whether members with an address of the domain must sign in to this space through the provider. A superadmin with a second factor can still use their ' +
    'password.',
})

export const IdentityProvider = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    name: Name,
    issuer: Issuer,
    client_id: ClientId,
    domain: Domain,
    verified_at: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When the domain was proved. Null: not yet, or the record has disappeared; nobody can sign in then.',
      }),
    ),
    dns_record: Type.String({ description: 'The text of the TXT record that proves the domain.' }),
    redirect_uri: Type.String({ description: 'The redirect URI to register at the provider.' }),
    enabled: Enabled,
    email_verified_required: EmailVerifiedRequired,
    role_id: JoiningRole,
    required: Required,
    connected: Type.Integer({ description: 'The number of people who have signed in through the provider.' }),
  },
  { title: 'IdentityProvider' },
)

export const NewIdentityProvider = {
  name: PlainName,
  issuer: Issuer,
  client_id: ClientId,
  client_secret: ClientSecret,
  domain: Domain,
  email_verified_required: Type.Boolean({ ...EmailVerifiedRequired, default: true }),
  role_id: Type.Optional(JoiningRole),
}

export const IdentityProviderChange = {
  name: Type.Optional(PlainName),
  issuer: Type.Optional(Issuer),
  client_id: Type.Optional(ClientId),
  client_secret: Type.Optional(ClientSecret),
  enabled: Type.Optional(Enabled),
  required: Type.Optional(Required),
  email_verified_required: Type.Optional(EmailVerifiedRequired),
  role_id: Type.Optional(JoiningRole),
}

const [NewShape, ChangeShape] = [Type.Object(NewIdentityProvider), Type.Object(IdentityProviderChange)]
export type IdentityProvider = Static<typeof IdentityProvider>
export type NewIdentityProvider = Static<typeof NewShape>
export type IdentityProviderChange = Static<typeof ChangeShape>
