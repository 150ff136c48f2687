import { type Command, local } from '../command.ts'
import { muster } from '../environment.ts'
import { actingUserOptions, mailOption, spaceOfUserOption } from './shared_options.ts'

const spaceCommands: Record<string, Command> = {
  'space create': {
    summary: 'Create a space and print its ID',
    about: 'It has the four default roles.',
    options: {
      name: { about: 'Name of the space', required: true },
      locale: {
        about: 'Language fr or en, alone or with a country, as in fr-BE or en-GB. Default: fr',
        value: 'language',
      },
      'time-zone': {
        about: 'Time zone, such as Europe/Paris. Default: that of the language and country',
        value: 'zone',
      },
    },
    run: local(async () => (await import('../spaces.ts')).createSpaceCommand),
  },
  'space update': {
    summary: 'Change the time zone of a space',
    about: 'The time zone decides its days: of statistics, memberships and accounting periods.',
    options: {
      'time-zone': { about: 'Time zone, such as Europe/Paris', required: true, value: 'zone' },
      ...actingUserOptions,
    },
    run: local(async () => (await import('../spaces.ts')).updateSpace),
  },
  'space allow-passwords': {
    summary: 'Let members sign in with their password again',
    about: 'For a space whose required identity provider fails. Its superadmins are notified by e-mail.',
    options: { space: { about: 'ID of the space', required: true, value: 'id' } },
    run: local(async () => (await import('../identity_providers.ts')).allowPasswords),
  },
  'space list': {
    summary: 'List the spaces',
    run: local(async () => (await import('../spaces.ts')).listSpaces),
  },
}

const userCommands: Record<string, Command> = {
  'user create': {
    summary: 'Add a user to a space and print their ID',
    about:
      'Creates the account if there is none with this address. A user without a password gets a link to choose one: ' +
      'it is printed, works once and expires after 30 minutes.',
    options: {
      mail: mailOption,
      space: { about: 'ID of the space', required: true, value: 'id' },
      role: { about: 'Name of the role. Default: the role with the fewest permissions' },
      firstname: { about: 'First name' },
      surname: { about: 'Surname' },
      'password-stdin': { about: 'Read the password from standard input', flag: true },
    },
    run: local(async () => (await import('../users.ts')).createUser),
  },
  'user password-link': {
    summary: 'Print a link with which a user chooses a password',
    about:
      'For a user who has no password or forgot it, where no mail can be sent. The link works once and expires after 30 minutes. Verify their identity first.',
    options: { mail: mailOption },
    run: local(async () => (await import('../users.ts')).printPasswordLink),
  },
  'user suspend': {
    summary: 'Suspend a user in a space',
    about: 'Every token they hold for it is refused at once.',
    options: { mail: mailOption, ...actingUserOptions, reason: { about: 'Reason, for the audit log' } },
    run: local(async () => (await import('../suspensions.ts')).suspend),
  },
  'user unsuspend': {
    summary: 'End the suspension of a user',
    options: { mail: mailOption, ...actingUserOptions },
    run: local(async () => (await import('../suspensions.ts')).unsuspend),
  },
  'user reset-second-factor': {
    summary: 'Turn off the second factor of a user',
    about:
      'For a user who lost their phone and recovery codes. Verify their identity first. They are notified by e-mail.',
    options: { mail: mailOption },
    run: local(async () => (await import('../second_factors.ts')).resetSecondFactor),
  },
}

const accessCommands: Record<string, Command> = {
  'token create': {
    summary: 'Create a personal access token and print it',
    about: 'It is shown only once.',
    options: {
      mail: mailOption,
      space: spaceOfUserOption,
      name: { about: 'What the token is for' },
      days: { about: 'Days until it expires. Default: 90, maximum: 365' },
      scopes: { about: 'Permissions it is limited to, separated by commas. Default: all of the role' },
    },
    run: local(async () => (await import('../tokens.ts')).createToken),
  },
  'token list': {
    summary: 'List the tokens of a user, without their secrets',
    options: { mail: mailOption },
    run: local(async () => (await import('../tokens.ts')).listTokens),
  },
  'token revoke': {
    summary: 'Revoke a token',
    about: 'Give the token itself, or --mail and --id.',
    argument: { name: 'token' },
    options: {
      mail: { about: mailOption.about },
      id: { about: `ID from "${muster} token list"` },
    },
    run: local(async () => (await import('../tokens.ts')).revokeTokenCommand),
  },
  'session list': {
    summary: 'List the browsers in which a user is signed in',
    options: { mail: mailOption },
    run: local(async () => (await import('../sessions.ts')).listSessions),
  },
  'session end': {
    summary: 'Sign a user out of one browser, or of all',
    options: {
      mail: mailOption,
      id: { about: `ID from "${muster} session list"` },
      all: { about: 'End all sessions', flag: true },
    },
    run: local(async () => (await import('../sessions.ts')).endSessions),
  },
  'grant list': {
    summary: 'List the applications that may act for a user',
    options: { mail: mailOption, space: spaceOfUserOption },
    run: local(async () => (await import('../grants.ts')).listGrantsOfUser),
  },
  'grant revoke': {
    summary: 'Revoke the access of an application, with its tokens',
    options: {
      mail: mailOption,
      space: spaceOfUserOption,
      id: { about: `ID from "${muster} grant list"`, required: true },
    },
    run: local(async () => (await import('../grants.ts')).revokeGrant),
  },
}

export const peopleCommands = { ...spaceCommands, ...userCommands, ...accessCommands }
