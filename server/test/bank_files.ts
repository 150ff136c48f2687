import assert from 'node:assert/strict'
import { defined } from './defined.ts'
import type { Answer, TestApp } from './harness.ts'
import type { Person } from './people.ts'

// Files as banks write them, and accounts that they belong to.

/** Valid IBANs of no real account. */
export const ibans = {
  lyon: 'FR7630006000011234567890189',
  paris: 'FR1420041010050500013M02606',
  berlin: 'DE89370400440532013000',
  zurich: 'CH9300762011623852957',
  anne: 'FR7610107001011234567890129',
}

/** A bank account, inserted as its own operation would. */
export async function aFileAccount(app: TestApp, space: number, fields: object = {}): Promise<number> {
  const row = {
    group_id: space,
    name: 'Compte courant',
    iban: ibans.lyon,
    currency: 'EUR',
    ledger_account: `512${Math.floor(Math.random() * 1e9)}`,
    ...fields,
  }
  const [made] = await app.owner<{ id: number }[]>`insert into bank_accounts ${app.owner(row)} returning id`
  return defined(made, 'bank account').id
}

/** Uploads a file of a bank. */
export async function sendBankFile(
  app: TestApp,
  who: { token: string } | undefined,
  file: string | Uint8Array,
  query: Record<string, string | number> = {},
  operation = '/v1/bank_statements',
): Promise<Answer> {
  const search = new URLSearchParams({ name: 'statement' })
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  const response = await fetch(`${app.url}${operation}?${search}`, {
    method: 'POST',
    body: file as Uint8Array<ArrayBuffer>,
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), 'content-type': 'application/octet-stream' },
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text), headers: response.headers, text }
}

export async function importBankFile(
  app: TestApp,
  who: Person,
  file: string | Uint8Array,
  query: Record<string, string | number> = {},
) {
  const { status, body, text } = await sendBankFile(app, who, file, query)
  assert.equal(status, 200, text)
  return body.data
}

/** An entry of a camt file; amounts in cents. */
export interface CamtEntry {
  amount: number
  date?: string
  reference?: string
  text?: string
  name?: string
  iban?: string
  end_to_end_id?: string
  mandate_id?: string
  reason?: string
  status?: string
  reversal?: boolean
  currency?: string
  /** Several transactions in one entry. */
  parts?: CamtEntry[]
}

export interface CamtOptions {
  version?: '02' | '04' | '08'
  id?: string
  iban?: string
  currency?: string
  opening?: number
  /** By default the one that the lines give. */
  closing?: number
  date?: string
  from?: string
  until?: string
  prefix?: string
}

const money = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** One camt.053 statement. */
export function camt053(entries: CamtEntry[], options: CamtOptions = {}): string {
  const { opening = 100_000, date = '2026-10-05', from, until, currency = 'EUR' } = options
  const booked = entries.filter(({ status = 'BOOK' }) => status === 'BOOK')
  const closing = options.closing ?? booked.reduce((sum, { amount }) => sum + amount, opening)
  const days = booked.map(entry => entry.date ?? date).sort()
  const [first, last] = [from ?? days[0] ?? date, until ?? days.at(-1) ?? date]
  const balance = (code: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${money(cents)}</Amt>` +
    `<CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const balances = balance('OPBD', opening, first) + balance('CLBD', closing, last)
  return document('BkToCstmrStmt', 'Stmt', balances, entries, options)
}

/** One camt.054 notification. */
export const camt054 = (entries: CamtEntry[], options: CamtOptions = {}) =>
  document('BkToCstmrDbtCdtNtfctn', 'Ntfctn', '', entries, options)

function document(root: string, report: string, balances: string, entries: CamtEntry[], options: CamtOptions) {
  const { version = '02', id = 'STMT-1', iban = ibans.lyon, currency = 'EUR', date = '2026-10-05', prefix } = options
  const name = root === 'BkToCstmrStmt' ? 'camt.053' : 'camt.054'
  const lines = entries.map(entry => entryXml({ date, currency, ...entry }, version)).join('\n')
  const body =
    `<${root}><GrpHdr><MsgId>M1</MsgId><CreDtTm>${date}T20:00:00+01:00</CreDtTm></GrpHdr>\n` +
    `<${report}><Id>${id}</Id><CreDtTm>${date}T20:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>` +
    `${balances}\n${lines}\n</${report}></${root}>`
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${name}.001.${version}`
  const xml = `<Document xmlns="${namespace}">${body}</Document>`
  const prefixed = prefix ? xml.replace(/<(\/?)(\w)/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`) : xml
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prefixed}\n`
}

function entryXml(entry: CamtEntry & { date: string; currency: string }, version: string) {
  const { amount, date, currency, reference, status = 'BOOK', reversal, parts } = entry
  const transactions = parts ?? [entry]
  const batch = parts ? `<Btch><PmtInfId>LOT-${date}</PmtInfId><NbOfTxs>${parts.length}</NbOfTxs></Btch>` : ''
  const written = transactions.map(part => transactionXml({ currency, ...part }, amount, version)).join('')
  return (
    `<Ntry><Amt Ccy="${currency}">${money(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd>` +
    (reversal ? '<RvslInd>true</RvslInd>' : '') +
    `<Sts>${version === '08' ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>` +
    (reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : '') +
    `<NtryDtls>${batch}${written}</NtryDtls></Ntry>`
  )
}

function transactionXml(part: CamtEntry & { currency: string }, entry_amount: number, version: string) {
  const { amount, currency, name, iban, end_to_end_id, mandate_id, text, reason } = part
  const role = entry_amount > 0 !== (reason !== undefined) ? 'Dbtr' : 'Cdtr'
  const party = version === '08' ? `<Pty><Nm>${escaped(name ?? '')}</Nm></Pty>` : `<Nm>${escaped(name ?? '')}</Nm>`
  const sum = `<Amt Ccy="${currency}">${money(amount)}</Amt>`
  return [
    `<TxDtls><Refs><EndToEndId>${end_to_end_id ?? 'NOTPROVIDED'}</EndToEndId>`,
    mandate_id ? `<MndtId>${mandate_id}</MndtId>` : '',
    '</Refs>',
    version === '08' ? `${sum}<CdtDbtInd>${side(amount)}</CdtDbtInd>` : `<AmtDtls><TxAmt>${sum}</TxAmt></AmtDtls>`,
    name || iban ? `<RltdPties><${role}>${party}</${role}>` : '<RltdPties>',
    iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : '',
    '</RltdPties>',
    text ? `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>` : '',
    reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : '',
    '</TxDtls>',
  ].join('')
}
