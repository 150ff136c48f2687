import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import type { NamedFile } from '../../http/response_format.ts'
import { newPdf, type PdfFile } from '../../pdf/document.ts'
import type { Formats, Language } from '../../pdf/formats.ts'
import { accountTitle, ledgerRules } from '../core/ledger/accounts.ts'
import { ledgerState } from '../core/ledger/post.ts'
import { printedFile, printedIban, signedBy } from '../core/printed_file.ts'
import type { ClosedMonth, MonthlyAccount } from './balances_queries.ts'
import { lastDayOf, monthsOf } from './months.ts'
import type { BankMonth } from './schema.ts'
import { linesBetween, listed_max, movementsBetween, type StatementLine } from './statement_queries.ts'
import { type StatementWords, statementWords } from './statement_words.ts'

interface StatementParams {
  bank_account_id: number
  month: string
  language?: Language | undefined
}

/** The reconciliation statement of a month: why bank and ledger differ, and which lines are not in the ledger. */
export async function reconciliationStatement(
  sql: Sql,
  caller: Caller,
  { bank_account_id, month: name, language }: StatementParams,
): Promise<NamedFile> {
  const { account, months, closed } = await monthsOf(sql, caller, bank_account_id)
  const month = months.find(each => each.month === name)
  if (!month) throw notFound('month')
  const { organisation, identity, signatory, formats, logo } = await printedFile(sql, caller, language)
  const rules = ledgerRules((await ledgerState(sql, caller.group_id)).stored)
  const words = statementWords[formats.language]
  const title = words.title
  const pdf = await newPdf({
    title: `${title} · ${account.name} · ${formats.month(name)}`,
    language: formats.language,
    author: organisation,
    footer: (page, pages) => `${organisation} · ${account.name} · ${formats.month(name)} · ${words.page(page, pages)}`,
  })
  if (logo) pdf.logo(logo, organisation)
  pdf.title(title, `${account.name} · ${formats.month(name)}`)
  pdf.facts([
    [words.organisation, organisation],
    ...identity,
    [words.iban, printedIban(account.iban) || account.number || '—'],
    [words.ledger_account, accountTitle(rules, account.ledger_account)],
    [words.state, stateOf(month, formats)],
  ])
  const print: Printing = { pdf, words, formats, account }
  await writeBalances(print, month, closed.get(name))
  const span = { from: `${name}-01`, to: lastDayOf(name) }
  const movements = await movementsBetween(sql, caller.group_id, account, span)
  const money = (amount: number) => formats.money(amount, account.currency)
  pdf.heading(words.movements)
  if (movements.length === 0) pdf.paragraph(words.no_movements)
  else
    await pdf.table({
      label: words.movements,
      columns: [
        { label: words.account, share: 4 },
        { label: words.received, share: 1.5, align: 'right' },
        { label: words.paid, share: 1.5, align: 'right' },
      ],
      rows: movements.map(({ account, received, paid }) => [
        accountTitle(rules, account),
        money(received),
        money(paid),
      ]),
      total: [
        words.total,
        money(movements.reduce((sum, { received }) => sum + received, 0)),
        money(movements.reduce((sum, { paid }) => sum + paid, 0)),
      ],
    })
  const open = await linesBetween(sql, caller.group_id, account, { ...span, from: null }, 'open')
  await writeLines(print, words.open_lines(formats.day(span.to)), open, words.no_open_lines)
  const ignored = await linesBetween(sql, caller.group_id, account, span, 'ignored')
  await writeLines(print, words.ignored_lines, ignored, words.no_ignored_lines)
  pdf.signatures([words.prepared, signedBy(words.approved, signatory)])
  return { name: `${words.file}-${name}.pdf`, bytes: await pdf.end() }
}

interface Printing {
  pdf: PdfFile
  words: StatementWords
  formats: Formats
  account: MonthlyAccount
}

function stateOf({ closed_at, closed_by }: BankMonth, { language, time }: Formats) {
  const words = statementWords[language]
  if (!closed_at) return words.not_closed
  return words.closed(time(closed_at), closed_by ? `${closed_by.firstname} ${closed_by.surname}`.trim() : '')
}

/** The balance of the bank, less the differences, is the balance of the ledger. */
async function writeBalances({ pdf, words, formats, account }: Printing, month: BankMonth, closing?: ClosedMonth) {
  const money = (amount: number) => formats.money(amount, account.currency)
  const day = formats.day(lastDayOf(month.month))
  pdf.heading(words.balances(day))
  await pdf.table({
    label: words.balances(day),
    columns: [
      { label: words.what, share: 5 },
      { label: words.lines, share: 1, align: 'right' },
      { label: words.amount, share: 2, align: 'right' },
    ],
    rows: [
      [words.bank_balance, '', money(month.bank_balance)],
      ...month.explanations.map(({ kind, count, amount }) => [
        words.less(words.kinds[kind]),
        count === 0 ? '' : formats.count(count),
        money(-amount),
      ]),
    ],
    total: [words.book_balance, '', money(month.book_balance)],
  })
  pdf.paragraph(month.difference === 0 ? words.agrees : words.differs(money(month.difference)))
  if (closing && (closing.book_balance !== month.book_balance || closing.bank_balance !== month.bank_balance))
    pdf.paragraph(words.changed_since(money(closing.bank_balance), money(closing.book_balance)))
}

async function writeLines(
  { pdf, words, formats, account }: Printing,
  title: string,
  lines: StatementLine[],
  none: string,
) {
  pdf.heading(title)
  if (lines.length === 0) return pdf.paragraph(none)
  const isIgnored = lines.some(({ reason }) => reason !== '')
  await pdf.table({
    label: title,
    columns: [
      { label: words.day, share: 1.3 },
      { label: words.text, share: isIgnored ? 3 : 5 },
      ...(isIgnored ? [{ label: words.reason, share: 2 }] : []),
      { label: words.amount, share: 1.6, align: 'right' as const },
    ],
    rows: lines.map(({ day, text, counterparty, reason, amount }) => [
      formats.short_day(day),
      [counterparty, text].filter(part => part !== '').join(' · '),
      ...(isIgnored ? [reason] : []),
      formats.money(amount, account.currency),
    ]),
    total: [
      words.total,
      '',
      ...(isIgnored ? [''] : []),
      formats.money(
        lines.reduce((sum, { amount }) => sum + amount, 0),
        account.currency,
      ),
    ],
  })
  if (lines.length === listed_max) pdf.paragraph(words.more(formats.count(listed_max)))
}
