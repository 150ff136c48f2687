import { msg, type Text } from '../../../../messages/message.ts'
import type { ParsedStatement, StatementLine } from '../statement.ts'
import { fileError, quoted } from './errors.ts'
import { lines_max, tooManyLines } from './limits.ts'
import { detailsOf86 } from './mt940_details.ts'
import { unspecified } from './return_reason.ts'
import { mapInTurns, Turns } from './turns.ts'
import { cleanIban, cleanReference, cleanText, currencyOf, dayOf, joinTexts, minorUnits } from './values.ts'

/** A field such as `:61:`, with the lines that continue it. */
interface Field {
  tag: string
  lines: string[]
  line: number
}

/** The statements of an MT940 file. Each begins with field 20. */
export async function readMt940(text: string): Promise<ParsedStatement[]> {
  const statements: Field[][] = []
  let lines = 0
  for (const field of await fieldsOf(text)) {
    if (field.tag === '20') statements.push([])
    if (field.tag === '61' && ++lines > lines_max) throw tooManyLines()
    const current = statements.at(-1)
    if (!current)
      throw fileError(msg`Line ${field.line}`, 'a statement must begin with field 20. The file is incomplete.')
    current.push(field)
  }
  const read: ParsedStatement[] = []
  for (const fields of statements) read.push(await statementOf(fields))
  return read
}

async function fieldsOf(text: string): Promise<Field[]> {
  const fields: Field[] = []
  const turns = new Turns()
  let [within, index] = [false, 0]
  for (const written of linesOf(text)) {
    if (turns.isDue()) await turns.give()
    index++
    // The header blocks of SWIFT may stand on the line of the first field.
    const line = written.replace(/^(\{[^{}]*\})*(\{4:)?/, '').trimEnd()
    const [start, tag] = /^:(\d\d[A-Z]?|NS):/.exec(line) ?? []
    if (start && tag) fields.push({ tag, lines: [line.slice(start.length)], line: index })
    // A hyphen alone ends a message.
    else if (within && line !== '' && !/^-\}?$/.test(line)) fields.at(-1)?.lines.push(line)
    within = Boolean(start) || (within && !/^-\}?$/.test(line))
  }
  return fields
}

function* linesOf(text: string) {
  const ending = /\r\n|\n|\r/g
  let start = 0
  for (let found = ending.exec(text); found; found = ending.exec(text)) {
    yield text.slice(start, found.index)
    start = ending.lastIndex
  }
  yield text.slice(start)
}

async function statementOf(fields: Field[]): Promise<ParsedStatement> {
  const where = msg`Line ${fields[0]?.line ?? 1}`
  const find = (tag: RegExp) => fields.find(field => tag.test(field.tag))
  const need = (tag: RegExp, name: string) => {
    const field = find(tag)
    if (!field)
      throw fileError(where, msg`the statement has no ${name}. The file may be incomplete: download it again.`)
    return field
  }
  const account = need(/^25P?$/, 'account (field 25)')
  const opening = balanceOf(need(/^60[FM]?$/, 'opening balance (field 60F)'))
  const closing = balanceOf(need(/^62[FM]?$/, 'closing balance (field 62F)'))
  if (closing.currency !== opening.currency)
    throw fileError(where, msg`the balances are in ${opening.currency} and ${closing.currency}.`)
  const lines = await mapInTurns(fields, (field, index) => {
    if (field.tag !== '61') return undefined
    const next = fields[index + 1]
    return lineOf(field, next?.tag === '86' ? next.lines : [], opening.currency)
  })
  const written = (account.lines[0] ?? '').trim()
  const iban = ibanIn(written)
  const dates = lines.map(({ date }) => date).sort()
  const number = find(/^28/)?.lines[0] ?? ''
  return {
    format: 'mt940',
    iban,
    number: iban ? '' : cleanText(written, 100),
    currency: opening.currency,
    reference: cleanReference(number.trim() ? `${number.trim()} ${closing.day.slice(0, 4)}` : ''),
    from_date: dates[0] ?? opening.day,
    to_date: [closing.day, dates.at(-1) ?? closing.day].sort().at(-1) ?? closing.day,
    opening_balance: opening.amount,
    closing_balance: closing.amount,
    lines,
  }
}

/** Some banks write the currency or their own code around the IBAN. */
function ibanIn(text: string) {
  const compact = text.replace(/\s+/g, '')
  const candidates = [compact, compact.replace(/[A-Z]{3}$/, ''), ...compact.split('/')]
  return candidates.map(cleanIban).find(iban => iban !== '') ?? ''
}

function balanceOf({ lines, line, tag }: Field) {
  const where = msg`Line ${line}`
  const text = (lines[0] ?? '').trim()
  const [, sign, year, month, day, currency, amount] = /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})([\d.,]+)$/.exec(text) ?? []
  if (!sign || !currency || !amount)
    throw fileError(where, msg`field ${tag} must be a balance such as C261031EUR1234,56, not ${quoted(text)}.`, text)
  const units = minorUnits(amount, currencyOf(currency, where), where)
  return {
    amount: sign === 'D' && units !== 0 ? -units : units,
    currency,
    day: dayOf(2000 + Number(year), Number(month), Number(day), where, `${day}.${month}.20${year}`),
  }
}

const movement = /^(\d\d)(\d\d)(\d\d)(\d{4})?([RE]?[CD])([A-Z])?(\d[\d.,]*|,\d+)([A-Z][A-Z0-9]{3})?(.*)$/

function lineOf({ lines, line }: Field, information: string[], currency: string): StatementLine | undefined {
  const where = msg`Line ${line}`
  const [text = '', ...rest] = lines
  const match = movement.exec(text.trim())
  if (!match)
    throw fileError(
      where,
      msg`field 61 must be a movement such as 2610311031C25,00NTRFREF//BANK, not ${quoted(text)}.`,
      text,
    )
  const [, year, month, day, entry, mark = '', , amount = '', , references = ''] = match
  const value_date = dayOf(2000 + Number(year), Number(month), Number(day), where, `${day}.${month}.20${year}`)
  const units = minorUnits(amount, currency, where)
  if (units === 0) return undefined
  // RC takes a credit back, and RD a debit.
  const negative = mark === 'D' || mark === 'ED' || mark === 'RC'
  const [own = '', bank = ''] = references.split('//')
  const details = detailsOf86(information)
  return {
    amount: negative ? -units : units,
    date: entry ? entryDay(value_date, entry, where) : value_date,
    value_date,
    text: joinTexts(details.text, ...rest, cleanReference(own)),
    counterparty: details.counterparty,
    counterparty_iban: details.counterparty_iban,
    end_to_end_id: details.end_to_end_id,
    mandate_id: details.mandate_id,
    return_reason: negative ? details.return_reason || (mark === 'RC' ? unspecified : '') : '',
    bank_reference: cleanReference(bank),
    details: [],
  }
}

/** The entry date has no year: it is the one nearest to the value date. */
function entryDay(value_date: string, entry: string, where: Text) {
  const [month, day] = [Number(entry.slice(0, 2)), Number(entry.slice(2))]
  const year = Number(value_date.slice(0, 4))
  const distance = month - Number(value_date.slice(5, 7))
  const nearest = distance > 6 ? year - 1 : distance < -6 ? year + 1 : year
  return dayOf(nearest, month, day, where, `${entry.slice(2)}.${entry.slice(0, 2)}.${nearest}`)
}
