/** A line of a demo statement. */
export interface FileLine {
  date: string
  amount: number
  text: string
  counterparty?: string
  counterparty_iban?: string
  end_to_end_id?: string
  return_reason?: string
}

interface StatementFile {
  iban: string
  currency: string
  reference: string
  from: string
  to: string
  opening: number
  lines: FileLine[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const element = (name: string, text: string | undefined) => (text ? `<${name}>${escaped(text)}</${name}>` : '')

const signOf = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')

const amountOf = (currency: string, amount: number) =>
  `<Amt Ccy="${currency}">${(Math.abs(amount) / 100).toFixed(2)}</Amt>`

const balance = (currency: string, code: string, amount: number, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(currency, amount)}<CdtDbtInd>${signOf(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

/** A statement as banks write it, in the format camt.053.001.08. */
export function camtFile({ iban, currency, reference, from, to, opening, lines }: StatementFile): string {
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${reference}</MsgId><CreDtTm>${to}T20:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${reference}</Id><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance(currency, 'OPBD', opening, from)}${balance(currency, 'CLBD', closing, to)}
${lines.map((line, index) => entryOf(line, currency, `${reference}-${index + 1}`)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
}

function entryOf({ date, amount, text, ...line }: FileLine, currency: string, reference: string) {
  const party = amount < 0 ? 'Cdtr' : 'Dbtr'
  const name = line.counterparty && `<${party}><Pty>${element('Nm', line.counterparty)}</Pty></${party}>`
  const account =
    line.counterparty_iban && `<${party}Acct><Id>${element('IBAN', line.counterparty_iban)}</Id></${party}Acct>`
  const parties = name || account ? `<RltdPties>${name ?? ''}${account ?? ''}</RltdPties>` : ''
  const returned = line.return_reason ? `<RtrInf><Rsn>${element('Cd', line.return_reason)}</Rsn></RtrInf>` : ''
  const references = `<Refs>${element('EndToEndId', line.end_to_end_id ?? 'NOTPROVIDED')}</Refs>`
  const details = `<TxDtls>${references}${parties}<RmtInf>${element('Ustrd', text)}</RmtInf>${returned}</TxDtls>`
  return (
    `<Ntry>${amountOf(currency, amount)}<CdtDbtInd>${signOf(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
    `<BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>` +
    `<AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
  )
}
