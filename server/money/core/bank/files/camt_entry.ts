import { msg, type Text } from '../../../../messages/message.ts'
import type { StatementDetail, StatementLine } from '../statement.ts'
import { fileError } from './errors.ts'
import { details_max } from './limits.ts'
import { unspecified } from './return_reason.ts'
import {
  cleanIban,
  cleanName,
  cleanReason,
  cleanReference,
  currencyOf,
  isoDay,
  joinTexts,
  minorUnits,
} from './values.ts'
import { find, findAll, textAt, type XmlElement } from './xml.ts'

/** What an entry is read with. */
export interface EntryContext {
  /** Of the account. */
  iban: string
  currency: string
  /** Where the entry is, for errors. */
  where: Text
}

/** The line of an entry; undefined for one that is not booked or moves no money. */
export function lineOfEntry(entry: XmlElement, context: EntryContext): StatementLine | undefined {
  const status = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts')
  if (status && status !== 'BOOK') return undefined
  const amount = signedAmount(find(entry, 'Amt'), textAt(entry, 'CdtDbtInd'), context)
  if (amount === 0) return undefined
  const value_date = dayAt(entry, 'ValDt', context.where)
  const date = dayAt(entry, 'BookgDt', context.where) ?? value_date
  if (!date) throw fileError(context.where, 'the booking date is missing.')
  const reversal = /^(true|1)$/.test(textAt(entry, 'RvslInd'))
  const transactions = findAll(entry, 'NtryDtls').flatMap(details => findAll(details, 'TxDtls'))
  if (transactions.length > details_max)
    throw fileError(context.where, msg`the entry has more than ${details_max} transactions. Export it without details.`)
  const parts = transactions.map(part => detailOf(part, amount, reversal, context))
  const { text, ...only } = parts.length === 1 && parts[0] ? parts[0] : no_details
  const batch = find(entry, 'NtryDtls/Btch')
  return {
    ...only,
    amount,
    date,
    value_date: value_date ?? date,
    text: joinTexts(
      text,
      textAt(batch, 'PmtInfId'),
      textAt(batch, 'MsgId'),
      text === '' ? textAt(entry, 'AddtlNtryInf') : '',
    ),
    return_reason: sharedReason(parts) || (reversal && amount < 0 ? unspecified : ''),
    bank_reference: cleanReference(textAt(entry, 'AcctSvcrRef') || textAt(transactions[0], 'Refs/AcctSvcrRef')),
    details: withAmounts(parts),
  }
}

const no_details = {
  text: '',
  counterparty: '',
  counterparty_iban: '',
  end_to_end_id: '',
  mandate_id: '',
}

/** The reason that all transactions have. */
const sharedReason = ([first, ...others]: Part[]) =>
  first && others.every(part => part.return_reason === first.return_reason) ? first.return_reason : ''

interface Part extends Omit<StatementDetail, 'amount'> {
  amount: number | undefined
}

/** Several transactions, if the amount of each is known. */
function withAmounts(parts: Part[]): StatementDetail[] {
  if (parts.length < 2) return []
  const known = parts.flatMap(part => (part.amount ? [{ ...part, amount: part.amount }] : []))
  return known.length === parts.length ? known : []
}

function detailOf(part: XmlElement, entry_amount: number, reversal: boolean, context: EntryContext): Part {
  const returned = find(part, 'RtrInf')
  const { name, iban } = counterpartyOf(part, entry_amount > 0 !== (reversal || returned !== undefined), context.iban)
  return {
    amount: amountOfPart(part, entry_amount, context),
    text: joinTexts(...remittance(part), textAt(returned, 'AddtlInf'), textAt(part, 'AddtlTxInf')),
    counterparty: name,
    counterparty_iban: iban,
    end_to_end_id: cleanReference(textAt(part, 'Refs/EndToEndId')),
    mandate_id: cleanReference(textAt(part, 'Refs/MndtId')),
    return_reason: returned
      ? cleanReason(textAt(returned, 'Rsn/Cd', 'Rsn/Prtry')) || (entry_amount < 0 ? unspecified : '')
      : '',
  }
}

function remittance(part: XmlElement) {
  const info = find(part, 'RmtInf')
  const structured = findAll(info, 'Strd').flatMap(strd => [
    textAt(strd, 'CdtrRefInf/Ref'),
    textAt(strd, 'RfrdDocInf/Nb'),
    ...findAll(strd, 'AddtlRmtInf').map(({ text }) => text),
  ])
  return [...findAll(info, 'Ustrd').map(({ text }) => text), ...structured]
}

/** The amount in the currency of the account; undefined if the transaction has none. */
function amountOfPart(part: XmlElement, entry_amount: number, context: EntryContext) {
  const amounts = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].map(path => find(part, path))
  const amount = amounts.find(amount => amount && amount.currency.toUpperCase() === context.currency)
  if (!amount) return undefined
  return signedAmount(amount, textAt(part, 'CdtDbtInd') || (entry_amount > 0 ? 'CRDT' : 'DBIT'), context)
}

/** The debtor of a credit and the creditor of a debit; of a return the other way round. */
function counterpartyOf(part: XmlElement, debtor: boolean, own_iban: string) {
  const parties = find(part, 'RltdPties')
  const of = (role: 'Dbtr' | 'Cdtr') => ({
    name: cleanName(
      textAt(
        parties,
        `${role}/Nm`,
        `${role}/Pty/Nm`,
        `Ultmt${role}/Nm`,
        `Ultmt${role}/Pty/Nm`,
        `${role}/Agt/FinInstnId/Nm`,
      ),
    ),
    iban: cleanIban(textAt(parties, `${role}Acct/Id/IBAN`)),
  })
  const [first, second] = debtor ? [of('Dbtr'), of('Cdtr')] : [of('Cdtr'), of('Dbtr')]
  const is_other = first.iban ? first.iban !== own_iban : first.name !== '' || second.iban === own_iban
  return is_other ? first : second
}

export function signedAmount(amount: XmlElement | undefined, indicator: string, { currency, where }: EntryContext) {
  if (!amount) throw fileError(where, 'the amount is missing.')
  const written = currencyOf(amount.currency || currency, where)
  if (written !== currency)
    throw fileError(where, msg`the amount is in ${written}, but the account is in ${currency}.`, written)
  const units = minorUnits(amount.text, currency, where)
  if (units < 0) throw fileError(where, 'the amount has a sign. CdtDbtInd must say whether it is a debit.')
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw fileError(where, 'CdtDbtInd must be CRDT or DBIT.', indicator)
  return indicator === 'DBIT' && units !== 0 ? -units : units
}

/** The day in `Dt` or `DtTm` of a child. */
export function dayAt(element: XmlElement, name: string, where: Text): string | undefined {
  const text = textAt(element, `${name}/Dt`, `${name}/DtTm`)
  return text ? isoDay(text, where) : undefined
}
