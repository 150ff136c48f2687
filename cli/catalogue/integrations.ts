import { type Command, local, type Option } from '../command.ts'
import { muster } from '../environment.ts'
import { actingUserOptions } from './shared_options.ts'

export const id_token_algorithms = ['RS256', 'ES256'] as const

const id: Option = { about: `ID from "${muster} integration list"`, required: true }

export const integrationCommands: Record<string, Command> = {
  'integration create': {
    summary: 'Create an integration and print its client ID and secret',
    about: 'The secret is shown only once.',
    options: {
      ...actingUserOptions,
      name: { about: 'Name of the integration', required: true },
      scopes: { about: 'Permissions it may use, separated by commas. Default: none, it only signs users in' },
      role: { about: 'Role of its service account. Default: none, it only acts for users' },
      'redirect-uris': { about: 'Redirect URIs, separated by commas', value: 'uris' },
      public: { about: 'Public client: it cannot keep a secret, such as a web page or a mobile app', flag: true },
      'without-pkce': { about: 'Accept sign-ins without PKCE. Only for an integration with a secret', flag: true },
      'id-token-alg': {
        about: 'Signature of its ID tokens. Default: RS256. One of',
        choices: id_token_algorithms,
        value: 'alg',
      },
    },
    run: local(async () => (await import('../integrations.ts')).create),
  },
  'integration list': {
    summary: 'List the integrations of a space, without their secrets',
    options: actingUserOptions,
    run: local(async () => (await import('../integrations.ts')).listAll),
  },
  'integration add-secret': {
    summary: 'Add a secret to an integration and print it',
    about: 'Two secrets can be valid at once.',
    options: { ...actingUserOptions, id },
    run: local(async () => (await import('../integrations.ts')).addSecret),
  },
  'integration revoke-secret': {
    summary: 'Revoke a secret of an integration',
    options: { ...actingUserOptions, id, secret: { about: 'ID of the secret', required: true, value: 'id' } },
    run: local(async () => (await import('../integrations.ts')).revokeSecret),
  },
  'integration delete': {
    summary: 'Delete an integration, its secrets and its tokens',
    options: { ...actingUserOptions, id },
    run: local(async () => (await import('../integrations.ts')).remove),
  },
}
