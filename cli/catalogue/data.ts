import type { AnyCommand } from '../command.ts'
import { muster } from '../environment.ts'
import { targetOptions } from './shared_options.ts'

/** How rows of a file are matched with existing contacts. */
export const match_rules = ['external_id', 'mail', 'name_and_birthdate', 'id', 'nothing'] as const

export const dataCommands: Record<string, AnyCommand> = {
  api: {
    summary: 'Call the API of a running server',
    about: `"${muster} api" lists the resources, "${muster} api contacts" the operations on contacts. With --help, an operation shows an example.`,
    usage: '<resource> <operation> [options]',
    runRaw: async (args, { terminal }) => (await import('../api.ts')).api(args, terminal),
  },
  import: {
    summary: 'Import contacts from a CSV file',
    about: 'It reads the exports of NationBuilder, CiviCRM and Action Network, among others.',
    argument: { name: 'file', needs: 'a file' },
    options: {
      'dry-run': { about: 'Show the result without importing', flag: true },
      match: {
        about: 'How rows are matched with existing contacts. Default: the most reliable one. One of',
        choices: match_rules,
        value: 'rule',
      },
      tags: { about: 'Tags to add to every contact in the file, separated by commas' },
      yes: { about: 'Import even if there are warnings', flag: true },
      ...targetOptions,
    },
    run: async (values, { terminal }) => (await import('../import.ts')).importFile(values, terminal),
  },
  'import undo': {
    summary: 'Undo an import of contacts or payments',
    about: 'Contacts and payments that were changed since are kept and listed.',
    argument: { name: 'import', needs: 'the ID of an import, or the label of a payment import' },
    options: targetOptions,
    run: async (values, { terminal }) => (await import('../import.ts')).undoImportCommand(values, terminal),
  },
}
