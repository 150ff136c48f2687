import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../../api.ts'
import { sumOf } from '../../components/amounts.ts'
import { formatMoney } from '../../components/formats.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { changePayment, donationPricesQuery, membershipPricesQuery, refreshPayments } from './data.ts'
import type { Payment } from './search_params.ts'

interface Props {
  payment: Payment
  etag: string | undefined
}

/** What of a payment nobody has said yet what it is for; refunds are no longer for anything. */
function restOf({ transactions, donations, memberships }: Payment, currency: string) {
  const sum = (items: { amount: number; currency: string }[]) =>
    sumOf(items.filter(item => item.currency === currency).map(({ amount }) => amount))
  const refunded = sumOf(transactions.map(({ reimbursed_amount }) => reimbursed_amount))
  return Number(sum(transactions) - refunded - sum(donations) - sum(memberships))
}

/** Money that came in without a word, as from a bank statement, is given its purpose here. Added once, it stays. */
export function AddPaymentItem({ payment, etag }: Props) {
  const { t } = useTranslation('payments')
  const [kind, setKind] = useState<'donations' | 'memberships'>()
  const [first] = payment.transactions
  const rest = first ? restOf(payment, first.currency) : 0
  if (!first || rest <= 0) return null
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t('entry.rest', { amount: formatMoney(rest, first.currency) })}
        </Text>
        {kind ? (
          <GiftForm {...{ payment, etag, kind, rest }} onDone={() => setKind(undefined)} />
        ) : (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setKind('donations')}>
              {t('gifts.add_donation')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setKind('memberships')}>
              {t('gifts.add_membership')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

interface FormProps extends Props {
  kind: 'donations' | 'memberships'
  rest: number
  onDone: () => void
}

function GiftForm({ payment, etag, kind, rest, onDone }: FormProps) {
  const { t } = useTranslation('payments')
  const [{ data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery],
  })
  const { contact_id, currency } = payment.transactions[0]!
  const prices = (kind === 'donations' ? donationPrices : membershipPrices).filter(({ hidden }) => !hidden)
  const [price, setPrice] = useState<number>()
  const [amount, setAmount] = useState<number | undefined>(rest)
  const [busy, setBusy] = useState(false)
  const fits = amount !== undefined && amount > 0 && amount <= rest
  const save = async () => {
    if (!fits) return
    setBusy(true)
    const item = { contact_id, currency, amount }
    try {
      await changePayment(
        payment.id,
        kind === 'donations'
          ? { donations: [{ ...item, donation_price_id: price ?? null }] }
          : { memberships: [{ ...item, membership_price_id: price ?? null }] },
        etag,
      )
      notify(t('saved'))
      onDone()
    } catch (error) {
      notifyError(error)
      // What is left may be other than it was: it is shown anew.
      if (error instanceof Refusal && error.status === 412) await refreshPayments()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t(kind === 'donations' ? 'entry.donation_price' : 'entry.membership_price')}
        value={String(price ?? '')}
        onChange={event => {
          const chosen = prices.find(({ id }) => id === Number(event.currentTarget.value))
          setPrice(chosen?.id)
          if (chosen && kind === 'memberships') setAmount(Math.min(rest, chosen.amount))
        }}
        data={[
          { value: '', label: t('entry.free') },
          ...prices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <MoneyInput
        label={t('amount')}
        currency={currency}
        value={amount}
        onChange={setAmount}
        error={fits ? undefined : t('refund.wrong', { amount: formatMoney(rest, currency) })}
      />
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={onDone}>
          {t('do.cancel', { ns: 'shell' })}
        </Button>
        <Button size="xs" disabled={!fits} loading={busy} onClick={() => void save()}>
          {t('do.add', { ns: 'shell' })}
        </Button>
      </Group>
    </Stack>
  )
}
