import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reversal } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { useMe } from '../../use_me.ts'
import { Payer } from './Payer.tsx'
import { reversalAnchor, standingReversals } from './reversals.ts'
import { ReversedBadge, StatusBadge } from './StatusBadge.tsx'
import { type Payment, payerOf, sumsOf } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'
import { type ReversedWords, useReversed } from './use_reversed.ts'

/** How much, whether it is kept, who paid, when and how. */
export function PaymentHeader({ payment }: { payment: Payment }) {
  const reversed = useReversed()(payment)
  const isKept = !reversed?.whole
  return (
    <Stack gap={4}>
      <Group gap="sm" align="center">
        {sumsOf([payment]).map(([currency, amount]) => (
          <Text
            key={currency}
            {...(reversed?.struck && { component: 'del', c: 'dimmed', td: 'line-through' })}
            fw={700}
            fz={24}
            lh="32px"
            className="figures"
          >
            {formatMoney(amount, currency)}
          </Text>
        ))}
        {reversed && <ReversedBadge reversed={reversed} />}
        <Suspense>{isKept && statusIdsOf(payment).map(status => <StatusBadge key={status} id={status} />)}</Suspense>
      </Group>
      {reversed && <Reversals payment={payment} reversed={reversed} />}
      <PayerFacts payment={payment} />
    </Stack>
  )
}

/** Each refund and return with its day, linked to its line below, and what is kept. */
function Reversals({ payment, reversed: { kept } }: { payment: Payment; reversed: ReversedWords }) {
  return (
    <Text size="sm" component="div">
      {standingReversals(payment).map(reversal => (
        <div key={reversal.id}>
          <ReversalLink reversal={reversal} />
        </div>
      ))}
      {kept && <strong>{kept}</strong>}
    </Text>
  )
}

function ReversalLink({ reversal: { id, kind, amount, currency, date } }: { reversal: Reversal }) {
  const { t } = useTranslation('payments')
  const told = { amount: formatMoney(amount, currency), day: formatSpaceDay(date) }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      underline="always"
      onClick={() => document.getElementById(reversalAnchor(id))?.focus()}
    >
      {t(kind === 'return' ? 'reversed.returned_on' : 'reversed.refunded_on', told)}
    </Anchor>
  )
}

function PayerFacts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const methodName = useMethodName()
  const { code, ...payer } = payerOf(payment)
  const [first, ...others] = payment.transactions
  const facts = [
    code,
    others.length === 0 && first && formatSpaceDay(first.date),
    others.length === 0 && first && methodName(first.payment_method_kind),
    t('reference', { id: payment.id }),
  ]
  return (
    <Group gap="0 8px" align="baseline">
      {may('contacts:read') ? (
        <Anchor component={Link} to={'/contacts' as never} search={{ open: payer.id } as never} fw={600}>
          <Payer {...payer} />
        </Anchor>
      ) : (
        <Text fw={600}>
          <Payer {...payer} />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Group>
  )
}

/** The statuses of its transactions, each once. */
const statusIdsOf = ({ transactions }: Payment) => [...new Set(transactions.map(({ status_id }) => status_id))]
