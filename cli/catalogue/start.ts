import { type AnyCommand, local } from '../command.ts'
import { muster } from '../environment.ts'

const profile = { about: 'Name of the profile. Default: default', value: 'name' }

export const startCommands: Record<string, AnyCommand> = {
  'set-up': {
    summary: 'Print the link that creates the first space',
    about: 'For a server without a space, which also prints one when it starts. The link works once, for 24 hours.',
    run: local(async () => (await import('../set_up.ts')).printSetUpLink),
  },
  login: {
    summary: 'Store a server and a token on this machine',
    about: `Commands that use the API, such as "${muster} api" and "${muster} import", then need no --url and --token. The token is read from standard input.`,
    options: { url: { about: 'URL of the server, such as https://muster.example.org', required: true }, profile },
    run: async values => (await import('../profiles.ts')).login(values),
  },
  logout: {
    summary: 'Remove a stored server and its token',
    about: `The token stays valid; "${muster} token revoke" revokes it.`,
    options: { profile },
    run: async values => (await import('../profiles.ts')).logout(values),
  },
  completion: {
    summary: 'Print the completion script for bash, zsh or fish',
    about: `For bash: eval "$(${muster} completion bash)".`,
    usage: '<shell>',
    runRaw: async args => (await import('../completion.ts')).completion(args),
  },
  help: {
    summary: 'Explain a command, a group of commands or the exit codes',
    usage: '[command or group]',
    runRaw: async (args, { terminal }) => (await import('../help.ts')).helpOn(args, terminal),
  },
  version: {
    summary: 'Print the version of Muster',
    run: async () => (await import('../version.ts')).version(),
  },
}
