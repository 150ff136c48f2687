import type { Caller } from '../../access/caller.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'
import type { NamedFile } from '../../http/response_format.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { newPdf } from '../../pdf/document.ts'
import type { Formats, Language } from '../../pdf/formats.ts'
import { dayIn } from '../../time_zone.ts'
import { printedFile, printedIban, signedBy } from '../core/printed_file.ts'
import { slipAccount, slipRows } from './deposit_slip_queries.ts'
import { readBatch } from './queries.ts'

interface SlipParams {
  id: number
  bank_account_id?: number | undefined
  language?: Language | undefined
}

/** The list that accompanies the cheques or the cash of a batch to the bank. */
export async function depositSlip(
  sql: Sql,
  caller: Caller,
  { id, bank_account_id, language }: SlipParams,
): Promise<NamedFile> {
  const batch = await readBatch(sql, caller, id)
  const { organisation, identity, signatory, formats, logo } = await printedFile(sql, caller, language)
  const time_zone = await timeZoneOf(sql, caller.group_id)
  const account = await slipAccount(sql, caller, bank_account_id)
  const rows = await slipRows(sql, caller, id, time_zone)
  const words = texts[formats.language]
  const day = dayIn(time_zone, batch.deposited_at ?? batch.closed_at ?? (await databaseTime(sql)))
  const title = `${words.title} ${batch.number}`
  const pdf = await newPdf({
    title,
    language: formats.language,
    author: organisation,
    footer: (page, pages) => `${organisation} · ${title} · ${words.page(page, pages)}`,
  })
  if (logo) pdf.logo(logo, organisation)
  pdf.title(title, batch.name)
  pdf.facts([
    [words.organisation, organisation],
    ...identity,
    [words.date, formats.day(day)],
    ...(account
      ? ([
          [words.account, account.name],
          [words.iban, printedIban(account.iban) || account.number || '—'],
        ] as [string, string][])
      : []),
    [words.count, formats.count(batch.count)],
    [words.total, formats.money(batch.amount, batch.currency)],
  ])
  if (batch.state === 'open') pdf.paragraph(words.open)
  pdf.heading(words.payments)
  await pdf.table({
    label: words.payments,
    columns: [
      { label: words.number, share: 0.9, align: 'right' },
      { label: words.drawer, share: 4 },
      { label: words.day, share: 1.8 },
      { label: words.reference, share: 2.4 },
      { label: words.amount, share: 2, align: 'right' },
    ],
    rows: rows.map(({ name, day, reference, amount }, index) => [
      formats.count(index + 1),
      name || '—',
      formats.short_day(day),
      reference,
      formats.money(amount, batch.currency),
    ]),
    total: ['', paymentsCount(formats, batch.count), '', '', formats.money(batch.amount, batch.currency)],
  })
  pdf.signatures([signedBy(words.signed, signatory), words.received])
  return { name: `${words.file}-${batch.number}.pdf`, bytes: await pdf.end() }
}

const paymentsCount = ({ language, count }: Formats, payments: number) =>
  `${texts[language].total} (${count(payments)})`

const texts = {
  en: {
    title: 'Deposit slip',
    file: 'deposit-slip',
    organisation: 'Organisation',
    date: 'Date',
    account: 'Account',
    iban: 'IBAN',
    count: 'Payments',
    total: 'Total',
    open: 'This batch is still open: payments may be added or removed.',
    payments: 'Payments',
    number: 'No.',
    drawer: 'Paid by',
    day: 'Date',
    reference: 'Reference',
    amount: 'Amount',
    signed: 'Date and signature',
    received: 'Received by the bank',
    page: (page: number, pages: number) => `page ${page} of ${pages}`,
  },
  fr: {
    title: 'Bordereau de remise',
    file: 'bordereau-de-remise',
    organisation: 'Organisation',
    date: 'Date',
    account: 'Compte',
    iban: 'IBAN',
    count: 'Nombre de paiements',
    total: 'Total',
    open: 'Cette remise est encore ouverte : des paiements peuvent y être ajoutés ou en être retirés.',
    payments: 'Paiements',
    number: 'N°',
    drawer: 'Émetteur',
    day: 'Date',
    reference: 'Référence',
    amount: 'Montant',
    signed: 'Date et signature',
    received: 'Cachet de la banque',
    page: (page: number, pages: number) => `page ${page} sur ${pages}`,
  },
}
