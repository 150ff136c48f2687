import type { DemoBank } from '../data.ts'

export const bank: DemoBank = {
  account_name: 'Current account',
  iban: ibanOf(31_926_819),
  ledger: { bank: '1000', fees: '6000', equity: '3100' },
  opening_balance: 286_140,
  fee: 500,
  rule_name: 'Account fee',
  fee_text: 'ACCOUNT FEE',
  batchName: month => `Paying-in ${monthName(month)}`,
  statementName: month => `STMT-${month}`,
  transferText: name => `FPS CREDIT ${name}`,
  debitText: name => `DIRECT DEBIT ${name}`,
  returnText: name => `UNPAID DIRECT DEBIT ${name}`,
  depositText: (batch, cheques) => `CHEQUES PAID IN ${batch} ${cheques} ITEMS`,
  payout: { text: 'STRIPE PAYMENTS UK LTD PAYOUT', counterparty: 'STRIPE' },
  monthly_gift: 'MONTHLY GIFT',
  membership: 'MEMBERSHIP',
  support: 'SUPPORT',
  stranger: 'LEACH MARTIN',
  grant: { amount: 120_000, name: 'BRISTOL CITY COUNCIL', text: 'BACS CREDIT BRISTOL CITY COUNCIL GRANT' },
  gift: 'DONATION',
  strangers: [
    'DOBSON CLARE',
    'ELLIS JOHN',
    'OSEI ABENA',
    'NOWAK PIOTR',
    'PETERS LORNA',
    'SALEH OMAR',
    'BRIGHT JUNE',
    'NAYLOR HUGH',
    'MCKAY ISOBEL',
    'THORPE DEREK',
  ],
  ibanOf,
}

/** An invented British account with correct check digits. */
function ibanOf(number: number) {
  const account = `000000${String(number).padStart(8, '0')}`
  // The letters NWBK, then GB and 00, as numbers.
  const rest = BigInt(`23321120${account}161100`) % 97n
  return `GB${String(98n - rest).padStart(2, '0')}NWBK${account}`
}

function monthName(month: string) {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month))
}
