import { permissions } from '../../access/permissions.ts'

/** Every token is a bearer token; the OAuth flows are one way to get one. */
export function securitySchemes() {
  const identity = {
    openid: 'Get an ID token that identifies the person.',
    profile: 'Read the name and the language of the person.',
    email: 'Read the e-mail address that the person signs in with.',
    offline_access: 'Get a refresh token, to stay signed in.',
  }
  const [authorizationUrl, tokenUrl] = ['/oauth/authorize', '/oauth/token']
  return {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'A personal or OAuth access token, sent as "Authorization: Bearer <token>".',
    },
    oauth: {
      type: 'oauth2',
      description:
        'OAuth 2.0. An application that acts for people uses the authorization code flow with PKCE (S256); an integration with a role of its own uses ' +
        'client credentials.',
      flows: {
        authorizationCode: {
          authorizationUrl,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: { ...identity, ...permissions },
        },
        clientCredentials: { tokenUrl, scopes: { ...permissions } },
      },
    },
  }
}
