import { dataCommands } from './catalogue/data.ts'
import { integrationCommands } from './catalogue/integrations.ts'
import { moneyCommands } from './catalogue/money.ts'
import { peopleCommands } from './catalogue/people.ts'
import { serverCommands } from './catalogue/server.ts'
import { startCommands } from './catalogue/start.ts'
import type { AnyCommand } from './command.ts'

/** A part of the overview. */
export interface Section {
  /** How `help` names it. */
  key: string
  title: string
  commands: Record<string, AnyCommand>
}

export const sections: Section[] = [
  { key: 'get-started', title: 'Get started', commands: startCommands },
  { key: 'people', title: 'People and access', commands: peopleCommands },
  { key: 'data', title: 'Data', commands: dataCommands },
  { key: 'money', title: 'Money', commands: moneyCommands },
  { key: 'integrations', title: 'Integrations', commands: integrationCommands },
  { key: 'server', title: 'Server', commands: serverCommands },
]

/** All commands by name. Without a prototype, so that "constructor" is no command. */
export const commands: Record<string, AnyCommand> = Object.assign(
  Object.create(null),
  ...sections.map(section => section.commands),
)

/** The first words that several commands share, with a summary of these commands. */
export const groups: Record<string, string> = {
  space: 'Create, change and list spaces',
  user: 'Add, suspend and restore users; reset their sign-in',
  token: 'Create, list and revoke access tokens',
  session: 'List and end the sessions of a user',
  grant: 'List and revoke the access of applications',
  import: 'Import contacts or payments from a file',
  integration: 'Manage integrations and their secrets',
}

export const isGroup = (word: string) => Object.hasOwn(groups, word)

export const commandsOf = (group: string) =>
  Object.keys(commands).filter(name => name === group || name.startsWith(`${group} `))
