// Statements as banks write them, for the stories of the bank.

export interface SampleLine {
  day: string
  /** In cents; negative if the money left. */
  amount: number
  name: string
  text: string
}

interface SampleStatement {
  iban: string
  opening: number
  lines: SampleLine[]
}

const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')

/** A CAMT.053 file. */
export function camt({ iban, opening, lines }: SampleStatement): Buffer {
  const days = lines.map(({ day }) => day).sort()
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening)
  const balance = (code: string, amount: number, day = '') =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(amount)}</Amt>` +
    `<CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = ({ day, amount, name, text }: SampleLine, index: number) => {
    const party = amount < 0 ? 'Cdtr' : 'Dbtr'
    return (
      `<Ntry><Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Sts>BOOK</Sts>` +
      `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${day}-${index}</AcctSvcrRef>` +
      `<NtryDtls><TxDtls><RltdPties><${party}><Nm>${name}</Nm></${party}></RltdPties>` +
      `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
    )
  }
  return Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>' +
      `<GrpHdr><MsgId>M1</MsgId><CreDtTm>${days.at(-1)}T20:00:00</CreDtTm></GrpHdr>` +
      `<Stmt><Id>${days.at(-1)}</Id><CreDtTm>${days.at(-1)}T20:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
      balance('OPBD', opening, days[0]) +
      balance('CLBD', closing, days.at(-1)) +
      lines.map(entry).join('') +
      '</Stmt></BkToCstmrStmt></Document>',
  )
}

/** A CSV file as French banks write them: windows-1252, semicolons and decimal commas. */
export function csv(lines: SampleLine[]): Buffer {
  const cents = (amount: number) => (amount / 100).toFixed(2).replace('.', ',')
  const day = (text: string) => text.split('-').reverse().join('/')
  const rows = lines.map(({ day: when, amount, name, text }) =>
    [day(when), `${name} ${text}`, amount < 0 ? cents(-amount) : '', amount > 0 ? cents(amount) : ''].join(';'),
  )
  return Buffer.from(['Date;Libellé;Débit;Crédit', ...rows, ''].join('\r\n'), 'latin1')
}
