import { type AnyCommand, local } from '../command.ts'
import { targetOptions } from './shared_options.ts'

/** The programs whose exports of payments can be read. */
export const payment_sources = ['nationbuilder', 'civicrm', 'actionnetwork', 'generic'] as const
export const date_orders = ['day-first', 'month-first'] as const
export const decimal_signs = ['point', 'comma'] as const

export const moneyCommands: Record<string, AnyCommand> = {
  'import payments': {
    summary: 'Import memberships and donations from a CSV file',
    about: 'It reads the exports of NationBuilder, CiviCRM and Action Network, among others.',
    argument: { name: 'file', needs: 'a file' },
    options: {
      from: {
        about: 'Program that exported the file',
        required: true,
        choices: payment_sources,
        value: 'program',
      },
      'dry-run': { about: 'Show the result without importing', flag: true },
      yes: { about: 'Import the valid rows even if others are refused', flag: true },
      'create-contacts': { about: 'Create contacts for payers who are not found', flag: true },
      map: { about: 'Columns of the file, as "amount=Total paid,id=Number"', value: 'columns' },
      values: { about: 'Meaning of values in the file, as "Check=cheque,Regular=Yearly,Event Fee=donation"' },
      membership: { about: 'Membership for rows without one' },
      currency: { about: 'Currency for rows without one. Default: the currency of the space' },
      dates: { about: 'Order of dates such as 03/04/2026', choices: date_orders, value: 'order' },
      decimal: {
        about: 'Decimal sign. Default: detected where unambiguous. One of',
        choices: decimal_signs,
        value: 'sign',
      },
      source: {
        about: 'Name of the source, where two sources use the same payment IDs. Default: the value of --from',
      },
      ...targetOptions,
    },
    run: async (values, { terminal }) => (await import('../import_payments.ts')).importPayments(values, terminal),
  },
  verify: {
    summary: 'Check that payments were not altered and no file is missing',
    about:
      'Compares seals, history, payments, totals, the ledger and the storage of files. Prints the last seal code of each space.',
    options: {
      'seal-code': {
        about: 'Seal codes noted earlier, separated by commas. Checks that payments up to these seals are unchanged',
        value: 'codes',
      },
    },
    run: local(async () => (await import('../verify.ts')).verify),
  },
}
