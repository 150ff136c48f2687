import type { DemoBank } from '../data.ts'

export const bank: DemoBank = {
  account_name: 'Compte courant',
  iban: 'FR7630006000011234567890189',
  ledger: { bank: '512000', fees: '627000', equity: '102000' },
  opening_balance: 412_350,
  fee: 840,
  rule_name: 'Frais de tenue de compte',
  fee_text: 'FRAIS TENUE DE COMPTE',
  batchName: month => `Remise ${monthName(month)}`,
  statementName: month => `REL-${month}`,
  transferText: name => `VIR SEPA ${name}`,
  debitText: name => `PRLV SEPA ${name}`,
  returnText: name => `PRLV REJETE ${name}`,
  depositText: (batch, cheques) => `REMISE CHEQUES ${batch} ${cheques} CHEQUES`,
  payout: { text: 'STRIPE TECHNOLOGY EUROPE VERSEMENT', counterparty: 'STRIPE' },
  monthly_gift: 'DON MENSUEL',
  membership: 'ADHESION',
  support: 'SOUTIEN',
  stranger: 'LEROY MARC',
  grant: { amount: 150_000, name: 'VILLE DE LYON', text: 'VIR VILLE DE LYON SUBVENTION' },
  gift: 'DON',
  strangers: [
    'DUPRE ALINE',
    'ROUX JEAN',
    'KONE AWA',
    'FLORES INES',
    'PETITJEAN LUC',
    'SALL OUMAR',
    'BRET ODILE',
    'NADAL HUGO',
  ],
  ibanOf,
}

/** An invented French account with correct check digits, those of the country and those of the IBAN. */
function ibanOf(contact_id: number) {
  const key = 97 - ((89 * 30_004 + 15 * 1 + 3 * contact_id) % 97)
  const account = `3000400001${String(contact_id).padStart(11, '0')}${String(key).padStart(2, '0')}`
  const rest = BigInt(`${account}152700`) % 97n
  return `FR${String(98n - rest).padStart(2, '0')}${account}`
}

function monthName(month: string) {
  return new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month))
}
