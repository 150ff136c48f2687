import { msg, type Text } from '../../../../messages/message.ts'
import type { ParsedStatement, StatementLine } from '../statement.ts'
import { dayAt, type EntryContext, lineOfEntry, signedAmount } from './camt_entry.ts'
import { fileError } from './errors.ts'
import { lines_max, tooManyLines } from './limits.ts'
import { cleanIban, cleanReference, cleanText, currencyOf, isoDay } from './values.ts'
import { find, findAll, readXml, textAt, type XmlElement } from './xml.ts'

/** The statements of a camt.053 file, or the notifications of a camt.054 file, in any version. */
export async function readCamt(text: string): Promise<ParsedStatement[]> {
  const statements: ParsedStatement[] = []
  let lines: StatementLine[] = []
  let [count, details_count, recognised] = [0, 0, false]
  await readXml(text, known_elements, (element, parent) => {
    const { name } = element
    if (name === 'Ntry' && parent && isReport(parent)) {
      const where = msg`Entry ${++count}, line ${element.line}`
      const line = lineOfEntry(element, { ...accountOf(parent, element, where), where })
      if (line) lines.push(line)
      details_count += line?.details.length ?? 0
      if (count + details_count > lines_max) throw tooManyLines()
      return true
    }
    if (isReport(element)) {
      recognised = true
      statements.push(statementOf(element, lines))
      lines = []
      return true
    }
    if (name === 'BkToCstmrAcctRpt')
      throw fileError('', 'This is an interim report (camt.052). Export the statement as camt.053.')
    checkRoom(element, parent)
    recognised ||= name === 'BkToCstmrStmt' || name === 'BkToCstmrDbtCdtNtfctn'
    return false
  })
  if (!recognised)
    throw fileError('', 'This XML file is not a camt.053 or camt.054 file. Choose another export at the bank.')
  return statements
}

const report_children_max = 1000

/** The elements of a statement beside its entries are searched for each entry. */
function checkRoom({ line }: XmlElement, parent: XmlElement | undefined) {
  if (!parent || !isReport(parent) || parent.children.length < report_children_max) return
  throw fileError(
    msg`Line ${line}`,
    msg`the statement has more than ${report_children_max} elements beside its entries.`,
  )
}

/** The elements that are read, from the statement on. */
const known_elements = new Set(
  `Stmt Ntfctn Id CreDtTm FrToDt FrDtTm FrDt ToDtTm ToDt Acct IBAN Othr Ccy Bal Tp CdOrPrtry Cd Prtry Amt CdtDbtInd Dt DtTm
  Ntry Sts BookgDt ValDt RvslInd AcctSvcrRef AddtlNtryInf NtryDtls Btch PmtInfId MsgId TxDtls Refs EndToEndId MndtId
  AmtDtls TxAmt InstdAmt RltdPties Dbtr Cdtr UltmtDbtr UltmtCdtr DbtrAcct CdtrAcct Nm Pty Agt FinInstnId
  RmtInf Ustrd Strd CdtrRefInf Ref RfrdDocInf Nb AddtlRmtInf RtrInf Rsn AddtlInf AddtlTxInf`.split(/\s+/),
)

const isReport = ({ name }: XmlElement) => name === 'Stmt' || name === 'Ntfctn'

/** The account stands before the entries. */
function accountOf(report: XmlElement, entry: XmlElement | undefined, where: Text) {
  const account = find(report, 'Acct')
  const written = textAt(account, 'Id/IBAN').replace(/\s+/g, '').toUpperCase()
  const iban = cleanIban(written)
  if (written && !iban) throw fileError(where, msg`the account ${cleanText(written, 40)} is not a valid IBAN.`, written)
  const amount = find(report, 'Bal/Amt') ?? find(entry, 'Amt')
  const currency = textAt(account, 'Ccy') || amount?.currency
  if (!currency) throw fileError(where, 'the currency of the account is missing.')
  return { iban, currency: currencyOf(currency, where) }
}

function statementOf(report: XmlElement, lines: StatementLine[]): ParsedStatement {
  const where = msg`Line ${report.line}`
  const { iban, currency } = accountOf(report, undefined, where)
  const balance = (...codes: string[]) => balanceOf(report, codes, { iban, currency, where })
  const is_statement = report.name === 'Stmt'
  const [opening, closing] = is_statement ? [balance('OPBD', 'PRCD'), balance('CLBD')] : []
  const dates = lines.map(({ date }) => date).sort()
  const [from, to, created] = [['FrToDt/FrDtTm', 'FrToDt/FrDt'], ['FrToDt/ToDtTm', 'FrToDt/ToDt'], ['CreDtTm']].map(
    paths => {
      const day = textAt(report, ...paths)
      return day ? isoDay(day, where) : undefined
    },
  )
  const from_date = from ?? dates[0] ?? opening?.day ?? closing?.day ?? created
  // The period may be the one that was asked for, and end in the future.
  const to_date = closing?.day ?? dates.at(-1) ?? to ?? from_date
  if (!from_date || !to_date) throw fileError(where, 'the statement says neither its period nor a booking date.')
  return {
    format: is_statement ? 'camt.053' : 'camt.054',
    iban,
    number: iban ? '' : cleanText(textAt(find(report, 'Acct'), 'Id/Othr/Id'), 100),
    currency,
    reference: cleanReference(textAt(report, 'Id')),
    from_date: [from_date, dates[0] ?? from_date, to_date].sort()[0] ?? from_date,
    to_date: [to_date, dates.at(-1) ?? to_date].sort().at(-1) ?? to_date,
    opening_balance: opening?.amount ?? null,
    closing_balance: closing?.amount ?? null,
    lines,
  }
}

/** The balance with the first of these codes that the statement has. */
function balanceOf(report: XmlElement, codes: string[], context: EntryContext) {
  const balances = findAll(report, 'Bal')
  const found = codes.map(code => balances.find(bal => textAt(bal, 'Tp/CdOrPrtry/Cd') === code)).find(Boolean)
  if (!found) return undefined
  const where = msg`Line ${found.line}`
  const amount = signedAmount(find(found, 'Amt'), textAt(found, 'CdtDbtInd'), { ...context, where })
  return { amount, day: dayAt(found, 'Dt', where) }
}
