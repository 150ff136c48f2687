import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankLine, BankMonth } from '../../../api.ts'
import { formatMoney, formatNumber, fullName } from '../../../components/formats.ts'
import { useMe } from '../../../use_me.ts'
import { acceptCertain, ignoreLine, matchLine, payFromLine, refreshBank } from '../data.ts'
import type { Tab } from '../search_params.ts'
import { actionOf, type Choice, chosenMatches, no_choice, proposalOf } from './choice.ts'
import type { Desk, SettleLine } from './use_desk.ts'
import type { DeskActions } from './use_line_keys.ts'
import { useProposalWords } from './use_proposal_words.ts'

/** What a dialog of the desk is about. */
export interface DeskTask {
  kind: 'split' | 'find' | 'ignore' | 'pay' | 'rule'
  line: BankLine
  choice: Choice
}

interface Params {
  account: BankAccount
  month: BankMonth
  tab: Tab
  rows: BankLine[]
  current: BankLine | undefined
  certain: number
  desk: Desk
  onSelect: (id: number) => void
  more: () => void
}

/** How close to the end of the list the next page is loaded. */
const rows_ahead = 10

/** What buttons and keys of the desk do. */
export function useDeskActions({ account, month, tab, rows, current, certain, desk, onSelect, more }: Params) {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const { titleOf } = useProposalWords()
  const [task, setTask] = useState<DeskTask>()
  const [choices, setChoices] = useState<Record<number, Choice>>({})
  const [accepting, setAccepting] = useState(false)
  const choiceOf = ({ id }: BankLine) => choices[id] ?? no_choice
  const setChoice = (id: number, choice: Choice) => setChoices(others => ({ ...others, [id]: choice }))
  const writable = may('finance:write') && month.closed_at === null
  const place = current ? rows.indexOf(current) : -1

  const move = (by: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, place + by))]
    if (!next) return
    onSelect(next.id)
    focusRow(next.id)
    if (place + by > rows.length - rows_ahead) more()
  }
  /** Sends it; the next line is selected at once. */
  const settle = (line: BankLine, what: string, write: SettleLine) => {
    const index = rows.indexOf(line)
    const next = rows[index + 1] ?? rows[index - 1]
    if (next) {
      onSelect(next.id)
      focusRow(next.id)
    }
    void desk.settle(line, what, write)
  }
  const accept = (line: BankLine) => {
    const choice = choiceOf(line)
    const action = actionOf(line, choice)
    const proposal = proposalOf(line, choice)
    if (action === 'choose') return onSelect(line.id)
    if (action === 'pay' || action === 'find' || action === 'split') return setTask({ kind: action, line, choice })
    const words = { what: titleOf(line, proposal), amount: formatMoney(line.amount, line.currency) }
    if (action === 'ignore')
      return settle(line, t('deed.ignored', words), () =>
        ignoreLine(line.id, proposal?.rule?.outcome.reason || words.what),
      )
    const matches = chosenMatches(line, choice)
    if (matches.length > 0) return settle(line, t('deed.matched', words), () => matchLine(line.id, matches))
    if (!proposal?.payer || !proposal.rule) return
    const { payer, rule } = proposal
    const { price_id, code_campaign, kind } = rule.outcome
    return settle(line, t('deed.paid', { ...words, what: fullName(payer) }), () =>
      payFromLine(line.id, {
        contact_id: payer.id,
        kind: kind === 'membership' ? 'membership' : 'donation',
        ...(price_id && { price_id }),
        ...(code_campaign && { code_campaign }),
      }),
    )
  }
  const acceptAll = async () => {
    setAccepting(true)
    try {
      const { accepted, amount, line_ids } = await acceptCertain(account.id, month.month)
      const words = { count: accepted, shown: formatNumber(accepted), amount: formatMoney(amount, account.currency) }
      if (accepted > 0) desk.done({ text: t('deed.certain', words), line_ids })
    } catch (error) {
      desk.fail(error)
    }
    await refreshBank()
    setAccepting(false)
  }
  const undoLine = (line: BankLine) => void desk.undo({ text: textOf(line), line_ids: [line.id] })
  const start = (kind: DeskTask['kind'], line: BankLine) => () => setTask({ kind, line, choice: choiceOf(line) })
  const isOpen = current?.state === 'open' && writable
  const settled = tab === 'matched' || tab === 'ignored'
  const keys: DeskActions = {
    next: () => move(1),
    previous: () => move(-1),
    accept: isOpen ? () => accept(current) : undefined,
    certain: writable && certain > 0 && !accepting ? () => void acceptAll() : undefined,
    split: isOpen ? start('split', current) : undefined,
    ignore: isOpen ? start('ignore', current) : undefined,
    find: isOpen ? start('find', current) : undefined,
    choose: isOpen
      ? index => current.proposals[index] && setChoice(current.id, { index, without: new Set() })
      : undefined,
    undo: writable ? undoOf(settled && current ? () => undoLine(current) : undefined, desk) : undefined,
  }
  return {
    keys,
    task,
    accepting,
    closeTask: () => setTask(undefined),
    choiceOf,
    setChoice,
    settle,
    rowActions: (line: BankLine): RowActions | undefined =>
      writable
        ? {
            accept: () => accept(line),
            split: start('split', line),
            find: start('find', line),
            ignore: start('ignore', line),
            pay: start('pay', line),
            rule: may('finance:settings') ? start('rule', line) : undefined,
            undo: () => undoLine(line),
          }
        : undefined,
  }
}

export type RowActions = Record<'accept' | 'split' | 'find' | 'ignore' | 'pay' | 'undo', () => void> & {
  rule: (() => void) | undefined
}

/** Among settled lines Z undoes the selected one, elsewhere what was done last. */
const undoOf = (line: (() => void) | undefined, desk: Desk) => line ?? (desk.last && (() => void desk.undo(desk.last)))

const textOf = ({ counterparty, text }: BankLine) => counterparty || text

/** The keyboard follows the selected row once it is drawn. */
const focusRow = (id: number) =>
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-line="${id}"]`)
    row?.focus({ preventScroll: true })
    row?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
