import { Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, TimelineEntry } from '../../api.ts'
import { dayHere, formatDateTime, formatDay, formatMoney, formatShortDay, fullName } from '../../components/formats.ts'
import {
  AnswerIcon,
  FieldIcon,
  HistoryIcon,
  MergeIcon,
  NoteIcon,
  PaymentsIcon,
  PlusIcon,
  TaskIcon,
} from '../../components/icons.tsx'
import { formatSpaceDay, spaceDay } from '../../components/space_day.ts'
import { useMethodName } from '../../components/use_method_name.ts'
import { NoteActions } from '../notes/NoteActions.tsx'
import { NoteText } from '../notes/NoteText.tsx'
import type { ContactChange } from './data.ts'
import { ValueChanges } from './ValueChanges.tsx'

type Kind = TimelineEntry['kind']

export interface StoryEntry extends TimelineEntry {
  /** The memberships and donations that were paid with a transaction. */
  parts: TimelineEntry[]
}

const icons: Partial<Record<Kind, typeof NoteIcon>> = {
  created: PlusIcon,
  merge: MergeIcon,
  merge_undone: MergeIcon,
  consent: AnswerIcon,
  answer: AnswerIcon,
  visit: FieldIcon,
  note: NoteIcon,
  task: TaskIcon,
  task_done: TaskIcon,
  transaction: PaymentsIcon,
  membership: PaymentsIcon,
  donation: PaymentsIcon,
}

const payment_kinds: Kind[] = ['transaction', 'membership', 'donation']
const isPayment = ({ kind }: TimelineEntry) => payment_kinds.includes(kind)

/** The day of an entry, as 2026-05-31: of payments that of the space, of everything else that of the reader. */
export const dayOf = (entry: TimelineEntry) => (isPayment(entry) ? spaceDay(entry.at) : dayHere(entry.at))

/** A recorded change has a source, and at least one field. */
const hasHiddenChanges = ({ kind, changes, source }: StoryEntry) =>
  kind === 'updated' && source !== '' && changes.length === 0

interface Props {
  contact: Contact
  entry: StoryEntry
  /** Writes an old value back. Left out if the user may not change the contact. */
  onRestore: ((change: ContactChange) => Promise<unknown>) | undefined
}

/** One entry of the story of a contact. */
export function TimelineItem({ contact, entry, onRestore }: Props) {
  const { id, kind, at, detail, changes, amount, currency, mentions, pinned, own, merged_contact } = entry
  const { t } = useTranslation('contacts')
  const Icon = icons[kind] ?? HistoryIcon
  return (
    <li className="story-entry" data-kind={kind}>
      <span className="story-icon">
        <Icon size={15} />
      </span>
      <div className="story-text">
        <Text size="sm" component="div">
          <Headline entry={entry} />
        </Text>
        <Detail entry={entry} />
        {merged_contact && <OfMerged contact={merged_contact} />}
        {hasHiddenChanges(entry) && (
          <Text size="sm" c="dimmed">
            {t('timeline.hidden_fields')}
          </Text>
        )}
        <ValueChanges contact={contact} changes={changes} onRestore={merged_contact ? undefined : onRestore} />
        <Author entry={entry} />
      </div>
      {kind === 'note' && (
        <NoteActions
          note={{ id, contact_id: contact.id, text: detail, mentions, pinned: pinned ?? false, own: own ?? false }}
        />
      )}
      {amount !== null && <span className="story-amount">{formatMoney(amount, currency)}</span>}
      <Text
        component="time"
        c="dimmed"
        className="story-day"
        dateTime={at}
        title={isPayment(entry) ? formatSpaceDay(at) : formatDateTime(at)}
      >
        {formatShortDay(dayOf(entry))}
      </Text>
    </li>
  )
}

/** That a change was made to a contact which was merged into this one later. */
function OfMerged({ contact: { id, ...name } }: { contact: NonNullable<TimelineEntry['merged_contact']> }) {
  const { t } = useTranslation('contacts')
  return (
    <Badge color="gray" size="sm" className="story-merged" leftSection={<MergeIcon size={12} />}>
      {t('timeline.of_merged', { name: fullName(name) || t('number', { id }) })}
    </Badge>
  )
}

/** Who it was, and the file or bulk change that the values came from. */
function Author({ entry: { user, source } }: { entry: StoryEntry }) {
  const { t } = useTranslation('contacts')
  const [, kind = '', id = '', undone] = /^(import|bulk change) (\d+)( undone)?$/.exec(source) ?? []
  const name = `${kind.replace(' ', '_')}${undone ? '_undone' : ''}` as 'import'
  const origin = kind && (
    <Link
      to={kind === 'import' ? '/contacts/import' : '/contacts/bulk_changes'}
      search={kind === 'import' ? { import: Number(id) } : { open: Number(id) }}
      className="record-link"
    >
      {t(`timeline.source.${name}`, { id })}
    </Link>
  )
  if (!user && !origin) return null
  return (
    <Text size="xs" c="dimmed">
      {user && fullName(user)}
      {user && origin && ' · '}
      {origin}
    </Text>
  )
}

function Headline({ entry }: { entry: StoryEntry }): ReactNode {
  const { t } = useTranslation('contacts')
  const { kind, title, detail, action_id, transaction_bundle_id, status, received, parts, amount } = entry
  const { payment_method_kind } = entry
  const methodName = useMethodName()
  const strong = (text: string) => <b>{text}</b>
  if (kind === 'visit')
    return (
      <>
        {strong(t('timeline.visit', { result: resultOf(detail).word }))}
        <Link to={`/actions/${action_id}` as string} className="record-link">
          {title}
        </Link>
      </>
    )
  if (kind === 'consent') return strong(t(detail ? 'timeline.consent' : 'timeline.consent_withdrawn', { title }))
  if (transaction_bundle_id !== null)
    return (
      <>
        <Link to={'/payments' as string} search={{ open: transaction_bundle_id } as never} className="record-link">
          {strong(paidFor())}
        </Link>
        {payment_method_kind && ` · ${methodName(payment_method_kind)}`}
        {received === false && (
          <Badge color="orange" size="sm" ml={6}>
            {status || t('timeline.not_received')}
          </Badge>
        )}
      </>
    )
  return strong(t(`timeline.${kind as 'task'}`, { title: title || t('timeline.unnamed') }))

  /** A payment for one thing is named after it; for several, it lists them. */
  function paidFor() {
    const [only, ...others] = parts
    if (only && others.length === 0 && only.amount === amount) return t(`timeline.${only.kind as 'donation'}`)
    const named = parts.map(part =>
      t('timeline.with_parts', {
        kind: t(`timeline.${part.kind as 'donation'}`),
        amount: formatMoney(part.amount ?? 0, part.currency),
      }),
    )
    return [t(`timeline.${kind as 'donation'}`), ...named].join(' · ')
  }

  function resultOf(text: string) {
    const { result } = visitParts(text)
    return { word: t(`result.${result as 'talked'}`, { defaultValue: text }) }
  }
}

/** The server sends the result and then the comment, if any. */
function visitParts(text: string) {
  const [, result = '', comment = ''] = /^(\w+)(?:: (.*))?$/s.exec(text) ?? []
  return { result, comment }
}

function Detail({ entry: { kind, detail, answer_type, mentions } }: { entry: StoryEntry }) {
  const text = kind === 'visit' ? visitParts(detail).comment : answer_type === 'date' ? formatDay(detail) : detail
  if (!text) return null
  if (kind === 'note')
    return (
      <div className="story-quote">
        <NoteText text={text} mentions={mentions} />
      </div>
    )
  return (
    <Text size="sm" className={kind === 'visit' ? 'breaking story-quote' : 'breaking'}>
      {text}
    </Text>
  )
}
