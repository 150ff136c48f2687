import type { StatementDetail } from '../statement.ts'
import { returnReasonIn } from './return_reason.ts'
import { cleanIban, cleanName, cleanReference, joinTexts } from './values.ts'

type Details = Omit<StatementDetail, 'amount'>

const length_max = 10_000

/** What field 86 says, in the structures of German, Dutch and French banks; otherwise its text. */
export function detailsOf86(lines: string[]): Details {
  // In its structures a line break may be anywhere, also inside of a word.
  const joined = lines.join('').slice(0, length_max)
  if (/^\d{3}([?>])\d\d/.test(joined)) return withReason(ofNumbered(joined), returned_codes.has(joined.slice(0, 3)))
  if (/^\/[A-Z]{2,5}\//.test(joined)) return withReason(ofNamed(joined))
  return withReason(ofFreeText(lines))
}

const withReason = (details: Details, known_return = false): Details => ({
  ...details,
  return_reason: details.return_reason || returnReasonIn(details.text, known_return),
})

/** German transaction codes of returned debits and transfers. */
const returned_codes = new Set(['108', '109', '159', '184'])

/** German banks: `166?00GUTSCHRIFT?20EREF+A1?21SVWZ+Beitrag 2026?31DE02…?32Anna Muster`. */
function ofNumbered(joined: string): Details {
  const sign = joined.charAt(3)
  const fields = new Map<string, string>()
  for (const part of joined.slice(3).split(sign)) {
    const [tag, value] = [part.slice(0, 2), part.slice(2)]
    if (/^\d\d$/.test(tag)) fields.set(tag, (fields.get(tag) ?? '') + value)
  }
  const between = (from: number, to: number) =>
    [...fields].filter(([tag]) => Number(tag) >= from && Number(tag) <= to).map(([, value]) => value)
  const purpose = sepaParts([...between(20, 29), ...between(60, 63)].join(''))
  const [booking = '', account = ''] = [fields.get('00'), fields.get('31')]
  return {
    text: joinTexts(
      purpose.SVWZ ?? purpose.text,
      purpose.KREF ?? '',
      purpose.SVWZ || purpose.text ? '' : booking,
      fields.get('34') ?? '',
    ),
    counterparty:
      cleanName([fields.get('32'), fields.get('33')].join('')) || cleanName(purpose.ABWA ?? purpose.ABWE ?? ''),
    counterparty_iban: cleanIban(account) || cleanIban(purpose.IBAN ?? ''),
    end_to_end_id: cleanReference(purpose.EREF ?? ''),
    mandate_id: cleanReference(purpose.MREF ?? ''),
    return_reason: '',
  }
}

/** `EREF+…MREF+…SVWZ+…`, and `text` for what stands before the first key. */
function sepaParts(purpose: string): Record<string, string> & { text: string } {
  const parts = purpose.split(/(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/)
  const found: Record<string, string> & { text: string } = { text: (parts[0] ?? '').trim() }
  for (let at = 1; at < parts.length; at += 2) found[parts[at] ?? ''] ??= (parts[at + 1] ?? '').trim()
  return found
}

const named_part = new RegExp(
  `/(${[
    ...['EREF', 'MARF', 'MREF', 'CSID', 'CNTP', 'REMI', 'ORDP', 'BENM', 'NAME', 'IBAN', 'RTRN', 'TRCD', 'PURP', 'ULTC'],
    ...['ULTD', 'ID', 'PREF', 'INFO', 'RREF', 'KREF', 'SVCL', 'TRTP', 'BIC', 'ADDR', 'EXCH', 'OCMT', 'CHGS', 'ISDT'],
  ].join('|')})/`,
)

/** Dutch and French banks: `/EREF/A1/MARF/M1/CNTP/FR76…/BNPAFRPP/Anne Petit/Lyon/REMI/USTD//Cotisation/`. */
function ofNamed(joined: string): Details {
  const parts = joined.split(named_part)
  const fields = new Map<string, string>()
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at] ?? ''
    if (!fields.has(name)) fields.set(name, (parts[at + 1] ?? '').replace(/^\/+|\/+$/g, ''))
  }
  const first = (...names: string[]) => names.map(name => fields.get(name) ?? '').find(value => value !== '') ?? ''
  const [iban = '', , name = ''] = first('CNTP').split('/')
  const remittance = first('REMI')
    .replace(/^(USTD|STRD)\/\/?/, '')
    .replace(/^CUR\//, '')
  return {
    text: joinTexts(remittance, first('INFO'), first('TRTP')) || joinTexts(joined),
    counterparty: cleanName(name || first('NAME', 'ORDP', 'BENM')),
    counterparty_iban: cleanIban(iban) || cleanIban(first('IBAN')),
    end_to_end_id: cleanReference(first('EREF')),
    mandate_id: cleanReference(first('MARF', 'MREF')),
    return_reason: /^[A-Z]{2}\d\d/.exec(first('RTRN'))?.[0] ?? '',
  }
}

/** Lines of text. An IBAN among the words is that of the other account. */
function ofFreeText(lines: string[]): Details {
  const text = joinTexts(lines.join(' ').slice(0, length_max))
  const iban = (text.match(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g) ?? []).map(cleanIban).find(iban => iban !== '')
  return {
    text,
    counterparty: '',
    counterparty_iban: iban ?? '',
    end_to_end_id: '',
    mandate_id: '',
    return_reason: '',
  }
}
