import { electronicFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { checkAccountNumber, type LedgerRules } from '../core/ledger/accounts.ts'
import type { CsvMapping, SentCsvMapping } from './schema.ts'

/** The IBAN without spaces and in capitals, or an empty text. */
export function checkedIban(sent: string): string {
  const iban = electronicFormatIBAN(sent) ?? ''
  if (iban === '' && sent.trim() === '') return ''
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return iban
  const [code] = errorCodes
  throw invalid(
    'body.data.iban',
    msg`is not a valid IBAN: ${(code !== undefined && ibanFaults[code]) || 'check it'}`,
    sent,
  )
}

const ibanFaults: Partial<Record<ValidationErrorsIBAN, string>> = {
  [ValidationErrorsIBAN.NoIBANCountry]: 'it begins with no country that has IBANs',
  [ValidationErrorsIBAN.WrongBBANLength]: 'its length is not that of its country',
  [ValidationErrorsIBAN.WrongBBANFormat]: 'a character of it is wrong',
  [ValidationErrorsIBAN.ChecksumNotNumber]: 'its third and fourth characters must be digits',
  [ValidationErrorsIBAN.WrongIBANChecksum]: 'its check digits do not fit, so a character of it is wrong',
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]:
    'the key of the account does not fit, so a character of it is wrong',
}

/** The account of a bank in the ledger is for nothing else, or its balance means nothing. */
export function checkLedgerAccount(rules: LedgerRules, ledger_account: string) {
  checkAccountNumber(rules, ledger_account, 'body.data.ledger_account')
  const { accounts, membership_prices, donation_prices } = rules
  const { money: _, ...others } = accounts
  const used = [...Object.values(others), ...Object.values(membership_prices), ...Object.values(donation_prices)]
  if (used.includes(ledger_account))
    throw invalid(
      'body.data.ledger_account',
      msg`must be an account of its own: the settings of the ledger have ${ledger_account} for something else`,
      ledger_account,
    )
}

/** A number after this one that no bank account has. Digits count up; letters get a number. */
export function nextFreeAccount(account: string, taken: ReadonlySet<string>): string {
  const [, letters = '', digits = ''] = /^(.*?)(\d*)$/.exec(account) ?? []
  for (let next = BigInt(digits || 0) + 1n; ; next++) {
    const free = `${letters}${String(next).padStart(digits.length, '0')}`
    if (!taken.has(free)) return free
  }
}

/** The mapping with its defaults. It must say where amounts are. */
export function completeMapping(sent: SentCsvMapping | null): CsvMapping | null {
  if (!sent) return null
  if (sent.amount === undefined && (sent.debit === undefined || sent.credit === undefined))
    throw invalid(
      'body.data.csv_mapping.amount',
      'is missing: give the column of signed amounts, or both the columns of debits and of credits',
      null,
    )
  return { encoding: 'auto', separator: 'auto', skip_rows: 0, ...sent }
}
