import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, SummaryOfContact } from '../../api.ts'
import {
  formatAgo,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMoneyChange,
  fullName,
} from '../../components/formats.ts'
import { CheckIcon, CloseIcon, MinusIcon } from '../../components/icons.tsx'
import { formatSpaceDay, spaceDay } from '../../components/space_day.ts'
import { useScrollEnds } from '../../components/use_scroll_ends.ts'
import { useMe } from '../../use_me.ts'
import { useTwin } from '../duplicates/use_twin.ts'
import { nameOf, summaryQuery } from './data.ts'
import type { Tab } from './search_params.ts'

/** Fewer days than this are a reason to talk about the renewal. */
const soon_days = 60
const consents_shown = 4

interface Props {
  contact: Contact
  inDrawer: boolean
  onOpen: (id: number) => void
  onTab: (tab: Tab | undefined) => void
}

/** What matters before a conversation: membership, payments, the last conversation and consents. */
export function ContactStrip({ contact, inDrawer, onTab, onOpen }: Props) {
  const { t } = useTranslation('contacts')
  const strip = useScrollEnds()
  const { twin, known } = useTwin(contact.id)
  const { data: summary, error, refetch } = useQuery(summaryQuery(contact.id))
  if (error && !summary)
    return (
      <Group role="alert" className="fact-strip" p="sm">
        <Text size="sm">{t('strip.failed')}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('button.retry', { ns: 'shell' })}
        </Button>
      </Group>
    )
  // All at once: a cell that comes later would move the others.
  if (!summary || !known) return <StripSkeleton inDrawer={inDrawer} />
  const { membership, given, last_conversation, consents } = summary
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, and must do so by keyboard.
    <section className="fact-strip" data-drawer={inDrawer} aria-label={t('strip.label')} tabIndex={0} ref={strip}>
      {twin && <Twin id={contact.id} twin={twin} onOpen={onOpen} />}
      {membership && <Membership membership={membership} />}
      {given && <GivenThisYear given={given} />}
      {given && <GivenInAll given={given} />}
      <LastConversation last={last_conversation} />
      {consents && consents.length > 0 && <Consents consents={consents} onTab={onTab} />}
    </section>
  )
}

function StripSkeleton({ inDrawer }: { inDrawer: boolean }) {
  const { t } = useTranslation()
  const { may } = useMe()
  const paid = may('finance:read') ? ['membership', 'year', 'all'] : []
  const cells = [...paid, 'conversation', ...(may('contacts:sensitive') ? ['consents'] : [])]
  return (
    <div className="fact-strip" data-drawer={inDrawer} role="status" aria-label={t('message.loading')}>
      {cells.map(cell => (
        <div key={cell} className="fact-cell" aria-hidden>
          <Skeleton height={12} width="60%" mb={8} />
          <Skeleton height={20} width="80%" mb={8} />
          <Skeleton height={12} width="50%" />
        </div>
      ))}
    </div>
  )
}

function Cell({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="fact-cell">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div className="fact-number">{value}</div>
      {children}
    </div>
  )
}

interface TwinProps {
  id: number
  twin: { id: number; firstname: string; surname: string; mail: string }
  onOpen: (id: number) => void
}

/** Warns of another contact that may be the same person. */
function Twin({ id, twin, onOpen }: TwinProps) {
  const { t } = useTranslation('contacts')
  return (
    <div className="fact-cell fact-twin">
      <Text size="xs">{t('duplicates.hint')}</Text>
      <button type="button" className="record-link fact-name" onClick={() => onOpen(twin.id)}>
        {nameOf(twin)}
      </button>
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={props => <Link {...props} to="/contacts/duplicates" search={{ one: id, other: twin.id }} />}
      >
        {t('duplicates.compare')}
      </Button>
    </div>
  )
}

const Small = ({ children, color = 'dimmed' }: { children: ReactNode; color?: string }) => (
  <Text size="xs" c={color} component="div" className="breaking">
    {children}
  </Text>
)

function Membership({ membership }: { membership: NonNullable<SummaryOfContact['membership']> }) {
  const { t } = useTranslation('contacts')
  const { state, starts_at, ends_at, days_left, price, amount, received, currency } = membership
  const soon = days_left !== null && days_left <= soon_days
  return (
    <Cell
      label={t('strip.membership')}
      value={
        <>
          {t(`strip.${state}`)}
          {days_left !== null && (
            <Badge color={soon ? 'orange' : 'gray'} size="sm">
              {t('strip.days_left', { count: days_left })}
            </Badge>
          )}
        </>
      }
    >
      {starts_at && ends_at && state === 'member' && <Elapsed from={starts_at} to={ends_at} />}
      {starts_at && (
        <Small>
          {ends_at
            ? t('strip.from_to', { from: formatSpaceDay(starts_at), to: formatSpaceDay(ends_at) })
            : t('strip.from', { from: formatSpaceDay(starts_at) })}
        </Small>
      )}
      {price && <Small>{price}</Small>}
      {amount !== null && received !== null && currency && received < amount && (
        <Small color="var(--mantine-color-error)">
          {t('strip.due_of', { received: formatMoney(received, currency), amount: formatMoney(amount, currency) })}
        </Small>
      )}
    </Cell>
  )
}

/** How much of the membership has passed. */
function Elapsed({ from, to }: { from: string; to: string }) {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const share = end > start ? Math.min(1, Math.max(0, (Date.now() - start) / (end - start))) : 1
  return (
    <div className="fact-elapsed" aria-hidden>
      <div style={{ width: `${share * 100}%` }} />
    </div>
  )
}

type Given = NonNullable<SummaryOfContact['given']>

function GivenThisYear({ given }: { given: Given }) {
  const { t } = useTranslation('contacts')
  const [main] = given
  if (!main) return null
  const { currency, this_year, last_year_to_date } = main
  const year = new Date().getFullYear()
  const change = this_year.amount - last_year_to_date.amount
  return (
    <Cell label={t('strip.given_in', { year })} value={formatMoney(this_year.amount, currency)}>
      {change !== 0 && last_year_to_date.amount > 0 && (
        <Small color={change > 0 ? 'var(--mantine-color-green-light-color)' : 'dimmed'}>
          {t('strip.than_before', { change: formatMoneyChange(change, currency), year: year - 1 })}
        </Small>
      )}
      <Small>{t('strip.payments', { count: this_year.payments })}</Small>
    </Cell>
  )
}

function GivenInAll({ given }: { given: Given }) {
  const { t } = useTranslation('contacts')
  const [main, ...others] = given
  if (!main) return null
  const { currency, total, years } = main
  return (
    <Cell label={t('strip.in_all')} value={formatMoney(total.amount, currency)}>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-end">
        <div>
          {others.map(other => (
            <Small key={other.currency}>{formatMoney(other.total.amount, other.currency)}</Small>
          ))}
          <Small>{t('strip.payments', { count: total.payments })}</Small>
          {total.since && <Small>{t('strip.since', { year: spaceDay(total.since).slice(0, 4) })}</Small>}
        </div>
        {years.length > 1 && <Years years={years} currency={currency} />}
      </Group>
    </Cell>
  )
}

/** A bar for each year, the latest last. */
function Years({ years, currency }: { years: Given[number]['years']; currency: string }) {
  const most = Math.max(1, ...years.map(({ amount }) => amount))
  const shown = years.toReversed()
  const words = shown.map(({ year, amount }) => `${year}: ${formatMoney(amount, currency)}`).join(', ')
  return (
    <svg width={shown.length * 8} height={32} role="img" aria-label={words} className="fact-years">
      <title>{words}</title>
      {shown.map(({ year, amount }, index) => {
        const height = Math.max(2, (Math.max(0, amount) / most) * 32)
        return <rect key={year} x={index * 8} y={32 - height} width={6} height={height} rx={1} />
      })}
    </svg>
  )
}

function LastConversation({ last }: { last: SummaryOfContact['last_conversation'] }) {
  const { t } = useTranslation('contacts')
  if (!last) return <Cell label={t('strip.conversation')} value={t('strip.no_conversation')} />
  const { at, user, action, result, comment } = last
  return (
    <Cell label={t('strip.conversation')} value={<span title={formatDateTime(at)}>{formatAgo(at)}</span>}>
      <Small>
        {user && `${t('strip.with', { name: fullName(user) })} · `}
        <Link to={`/actions/${action.id}` as string} className="record-link">
          {action.name}
        </Link>
      </Small>
      <Small color="var(--mantine-color-text)">
        {t(`result.${result as 'talked'}`, { defaultValue: result })}
        {comment && ` · ${comment}`}
      </Small>
    </Cell>
  )
}

const consentIcons = { yes: CheckIcon, no: CloseIcon, answered: MinusIcon, not_asked: MinusIcon }

interface ConsentProps {
  consents: NonNullable<SummaryOfContact['consents']>
  onTab: Props['onTab']
}

function Consents({ consents, onTab }: ConsentProps) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const last = consents
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1)
  return (
    <div className="fact-cell">
      <Group justify="space-between" gap="0 8px">
        <Text size="xs" c="dimmed">
          {t('answers.kind.consent')}
        </Text>
        {last && (
          <Text size="xs" c="dimmed" className="tabular">
            {formatDay(last)}
          </Text>
        )}
      </Group>
      <ul className="plain-list consent-list">
        {consents.slice(0, consents_shown).map(consent => {
          const Icon = consentIcons[consent.state]
          const how = [consent.label, consent.answer, consent.source].filter(Boolean).join(' · ')
          return (
            <li key={consent.form_id} data-state={consent.state} title={how}>
              <Icon size={13} />
              <span>
                {t('strip.consent', {
                  what: consent.channel ? t(`strip.channel.${consent.channel}`) : consent.label,
                  state: consent.state === 'answered' ? consent.answer : t(`strip.${consent.state}`),
                })}
              </span>
            </li>
          )
        })}
      </ul>
      {consents.length > consents_shown && may('forms:read') && (
        <Button variant="subtle" size="compact-xs" onClick={() => onTab('answers')}>
          {t('strip.more_consents', { count: consents.length - consents_shown })}
        </Button>
      )}
    </div>
  )
}
