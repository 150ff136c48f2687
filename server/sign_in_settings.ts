import { isIP } from 'node:net'
import { Type } from 'typebox'

/** The settings of the identity provider through which people of the whole server sign in. */
export const signInSettings = {
  OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^(https://|http://(127\\.0\\.0\\.1|localhost)(:|/|$))[^\\s?#@]*$',
      description:
        'OpenID Connect provider through which people sign in, such as https://login.example.org/realms/main. ' +
        'Register PUBLIC_URL/sign-in/callback/server as its redirect URI.',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(Type.String({ minLength: 1, description: 'Client ID of Muster at OIDC_ISSUER.' })),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'Client secret of Muster at OIDC_ISSUER.' }),
  ),
  OIDC_DOMAINS: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9.-]+\\.[a-z0-9-]+( *, *[a-z0-9.-]+\\.[a-z0-9-]+)*$',
      description:
        'Domains of the mail addresses that OIDC_ISSUER signs in, separated by commas, such as example.org. Accounts with other addresses keep their password.',
    }),
  ),
  OIDC_NAME: Type.String({
    default: 'single sign-on',
    maxLength: 60,
    description: 'Name of OIDC_ISSUER on the sign-in page, after "Continue with".',
  }),
  OIDC_EMAIL_VERIFIED: Type.Enum(['required', 'trusted'], {
    default: 'required',
    description:
      'Whether OIDC_ISSUER must send email_verified. Set trusted only for a provider that never sends it and lets nobody choose their address.',
  }),
  DNS_SERVERS: Type.Optional(
    Type.String({
      description:
        'Name servers to ask whether a space owns a mail domain, such as 10.0.0.53 or 127.0.0.1:5353, separated by commas; by default those of this machine.',
    }),
  ),
}

/** The name servers in DNS_SERVERS. */
export const nameServers = (setting: string | undefined) => setting?.split(',').map(text => text.trim()) ?? []

/** Whether this is an address, or an address and a port; with a port, one of IPv6 is in brackets. */
export const isNameServer = (text: string) =>
  isIP(text) > 0 || isIP(/^\[?([0-9A-Fa-f.:]+)\]?:\d{1,5}$/.exec(text)?.[1] ?? '') > 0
