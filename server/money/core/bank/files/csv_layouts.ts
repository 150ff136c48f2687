/**
 * How a bank or a payment service writes CSV. Names are in plain words: small letters, without accents and signs. Where a column has several, the
 * first that the file has is taken; columns that a file need not have are left out of `headings`.
 */
export interface CsvLayout {
  name: string
  /** The column names that tell it from others. */
  headings: string[]
  columns: Partial<Record<LayoutColumn, string[]>>
  /** The columns of the text, which are joined. */
  text: string[]
  /** How days are written, if they can be read in two ways. Without it, the files come from countries of both. */
  date_format?: 'DD/MM/YYYY'
  /** Which rows are lines. The first of these columns that the file has decides. */
  only?: { column: string; values: string[] }[]
}

export type LayoutColumn =
  | 'date'
  | 'value_date'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'counterparty'
  | 'counterparty_iban'
  | 'reference'
  | 'balance'
  | 'currency'

/** Words of a list with commas. */
const words = (list: string) => list.split(',').map(word => word.trim())

const only_paid = [{ column: 'status', values: ['paid'] }]
/** Authorisations and refused payments never moved money; pending ones may have. */
const paypal_activity = [
  { column: 'balance impact', values: ['credit', 'debit'] },
  { column: 'status', values: ['completed'] },
]
const paypal_activite = [
  { column: 'impact sur le solde', values: ['credit', 'debit'] },
  { column: 'balance impact', values: ['credit', 'debit'] },
  { column: 'etat', values: ['termine'] },
]

/** A layout comes before those whose headings it has as well. */
export const csv_layouts: CsvLayout[] = [
  {
    name: 'Monzo',
    headings: words('transaction id, date, time, type, name, emoji, category, amount, currency'),
    columns: {
      date: ['date'],
      amount: ['amount'],
      counterparty: ['name'],
      reference: ['transaction id'],
      currency: ['currency'],
    },
    text: words('description, notes and tags, type'),
    date_format: 'DD/MM/YYYY',
  },
  {
    name: 'Starling',
    headings: words('date, counter party, reference, type'),
    columns: {
      date: ['date'],
      amount: words('amount gbp, amount eur, amount usd'),
      balance: words('balance gbp, balance eur, balance usd'),
      counterparty: ['counter party'],
    },
    text: words('reference, notes, type'),
    date_format: 'DD/MM/YYYY',
  },
  {
    name: 'Lloyds / Halifax / Bank of Scotland',
    headings: words(
      'transaction date, transaction type, sort code, account number, transaction description, debit amount, credit amount',
    ),
    columns: { date: ['transaction date'], debit: ['debit amount'], credit: ['credit amount'], balance: ['balance'] },
    text: words('transaction description, transaction type'),
    date_format: 'DD/MM/YYYY',
  },
  {
    name: 'NatWest / Royal Bank of Scotland',
    headings: words('date, type, description, value, balance, account name, account number'),
    columns: { date: ['date'], amount: ['value'], balance: ['balance'] },
    text: words('description, type'),
    date_format: 'DD/MM/YYYY',
  },
  {
    // The format that British banks agreed on, and the only CSV of Santander.
    name: 'Santander UK / midata',
    headings: words('date, type, merchant description, debit credit, balance'),
    columns: { date: ['date'], amount: ['debit credit'], balance: ['balance'] },
    text: words('merchant description, type'),
    date_format: 'DD/MM/YYYY',
  },
  {
    name: 'Metro Bank',
    headings: words('date, details, transaction type, in, out'),
    columns: { date: ['date'], debit: ['out'], credit: ['in'], balance: ['balance'] },
    text: words('details, transaction type'),
    date_format: 'DD/MM/YYYY',
  },
  {
    name: 'BNP Paribas',
    headings: words('date operation, libelle court, type operation, libelle operation, montant operation en euro'),
    columns: { date: ['date operation'], amount: ['montant operation en euro'] },
    text: words('libelle operation, type operation'),
    date_format: 'DD/MM/YYYY',
  },
  {
    // The amount has the fees in it: it is what the running balance moves by. Payers and payees have a column each, and are in the description.
    name: 'Wise',
    headings: words('transferwise id, date, amount, currency, description, running balance'),
    columns: {
      date: ['date'],
      amount: ['amount'],
      balance: ['running balance'],
      reference: ['transferwise id'],
      currency: ['currency'],
    },
    text: words('description, payment reference, note'),
    date_format: 'DD/MM/YYYY',
  },
  {
    // A row per sale, and one per sale that was paid out: the total less the fee is in the column of payouts, and reached the bank on their day.
    name: 'SumUp',
    headings: words('transaction id, transaction type, status, total, fee, payout, payout date, payout id'),
    columns: { date: ['payout date'], amount: ['payout'], reference: ['transaction id'] },
    text: words('payout id, description'),
    only: only_paid,
  },
  {
    // What was sent to the bank, on the day it arrives; fees were taken before.
    name: 'Stripe',
    headings: words('id, amount, arrival date utc, status, destination'),
    columns: { date: ['arrival date utc'], amount: ['amount'], reference: ['id'], currency: ['currency'] },
    text: words('description, statement descriptor, id'),
    only: only_paid,
  },
  {
    // The same as a report.
    name: 'Stripe',
    headings: words('payout id, gross, fee, net, payout expected arrival date, payout status'),
    columns: {
      date: ['payout expected arrival date'],
      amount: ['net'],
      reference: words('balance transaction id, payout id'),
      currency: ['currency'],
    },
    text: words('payout description, description, payout id'),
    only: [{ column: 'payout status', values: ['paid'] }],
  },
  {
    // Movements of the balance at Stripe, each less its fee.
    name: 'Stripe',
    headings: words('id, type, source, amount, fee, net, currency, created utc, available on utc'),
    columns: {
      date: ['created utc'],
      value_date: ['available on utc'],
      amount: ['net'],
      reference: ['id'],
      currency: ['currency'],
    },
    text: words('description, type, source'),
  },
  {
    name: 'Stripe',
    headings: words('balance transaction id, currency, gross, fee, net, reporting category'),
    columns: {
      date: words('created utc, created'),
      value_date: words('available on utc, available on'),
      amount: ['net'],
      reference: ['balance transaction id'],
      currency: ['currency'],
    },
    text: words('description, reporting category, source id'),
  },
  {
    // Movements of the balance at PayPal, each less its fee.
    name: 'PayPal',
    headings: words('date, time, timezone, name, type, status, currency, gross, fee, net, transaction id'),
    columns: {
      date: ['date'],
      amount: ['net'],
      counterparty: ['name'],
      reference: ['transaction id'],
      currency: ['currency'],
    },
    text: words('item title, subject, note, type'),
    only: paypal_activity,
  },
  {
    name: 'PayPal',
    headings: words(
      'date, heure, fuseau horaire, nom, type, etat, devise, avant commission, commission, net, numero de transaction',
    ),
    columns: {
      date: ['date'],
      amount: ['net'],
      counterparty: ['nom'],
      reference: ['numero de transaction'],
      currency: ['devise'],
    },
    text: words('titre de l objet, objet, remarque, type'),
    only: paypal_activite,
  },
  {
    // A statement has only what moved the balance.
    name: 'PayPal',
    headings: words('date, time, time zone, description, currency, gross, fee, net, balance, transaction id, name'),
    columns: {
      date: ['date'],
      amount: ['net'],
      balance: ['balance'],
      counterparty: ['name'],
      reference: ['transaction id'],
      currency: ['currency'],
    },
    text: words('description, invoice id'),
  },
  {
    name: 'PayPal',
    headings: words(
      'date, heure, fuseau horaire, description, devise, avant commission, commission, net, solde, numero de transaction, nom',
    ),
    columns: {
      date: ['date'],
      amount: ['net'],
      balance: ['solde'],
      counterparty: ['nom'],
      reference: ['numero de transaction'],
      currency: ['devise'],
    },
    text: words('description, identifiant de facture'),
  },
]

/** How a bank writes CSV without column names: what its columns hold, from the first to the last. */
export interface HeadlessLayout {
  name: string
  columns: string
  /** The columns of the text. */
  text: number[]
  decimal: ',' | '.'
  /** The row above the lines, in plain words. With one that tells the bank, the first row need not be asked about. */
  above?: RegExp
}

export const headless_layouts: HeadlessLayout[] = [
  { name: 'HSBC UK', columns: 'day text amount', text: [1], decimal: '.' },
  // Above them the kind of account, its number, and the day and balance of the file.
  {
    name: 'BNP Paribas',
    columns: 'day text text text day amount',
    text: [3, 1],
    decimal: ',',
    above: /^(compte|livret) .*\d\d \d\d \d{4}/,
  },
  {
    name: 'BNP Paribas',
    columns: 'day text text text amount',
    text: [3, 1],
    decimal: ',',
    above: /^(compte|livret) .*\d\d \d\d \d{4}/,
  },
]
