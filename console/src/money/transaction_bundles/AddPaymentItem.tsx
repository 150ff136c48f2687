import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sumOf } from '../../components/amounts.ts'
import { formatMoney } from '../../components/formats.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { changePayment, donationPricesQuery, membershipPricesQuery, refreshPayments } from './data.ts'
import type { Payment } from './search_params.ts'
import { TermFields } from './TermFields.tsx'
import { type TermDraft, termOf, wrongTermDays } from './terms.ts'
import { useTermDays } from './use_term_days.ts'

interface Props {
  payment: Payment
  etag: string | undefined
}

/** The amount that is not allocated to a donation or a membership, without refunds. */
function restOf({ transactions, donations, memberships }: Payment, currency: string) {
  const sum = (items: { amount: number; currency: string }[]) =>
    sumOf(items.filter(item => item.currency === currency).map(({ amount }) => amount))
  const refunded = sumOf(transactions.map(({ reimbursed_amount }) => reimbursed_amount))
  return Number(sum(transactions) - refunded - sum(donations) - sum(memberships))
}

/** Allocates what is left of a payment, such as one from a bank statement, to a donation or a membership. */
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
          <ItemForm {...{ payment, etag, kind, rest }} transaction={first} onDone={() => setKind(undefined)} />
        ) : (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setKind('donations')}>
              {t('items.add_donation')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setKind('memberships')}>
              {t('items.add_membership')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

interface FormProps extends Props {
  transaction: Payment['transactions'][number]
  kind: 'donations' | 'memberships'
  rest: number
  onDone: () => void
}

function ItemForm({ payment, transaction, etag, kind, rest, onDone }: FormProps) {
  const { t } = useTranslation('payments')
  const [{ data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery],
  })
  const { contact_id, currency, date } = transaction
  const prices = (kind === 'donations' ? donationPrices : membershipPrices).filter(({ hidden }) => !hidden)
  const [price, setPrice] = useState<number>()
  const [amount, setAmount] = useState<number | undefined>(rest)
  const [term, setTerm] = useState<TermDraft>({})
  const days = useTermDays(price, date, term)
  const wrong = wrongTermDays(term, t('term.need_day'))
  const fits = amount !== undefined && amount > 0 && amount <= rest
  const saving = useSave({
    fields: ['amount', 'start_date', 'end_date'],
    save: () => {
      const item = { contact_id, currency, amount: amount ?? 0 }
      const change =
        kind === 'donations'
          ? { donations: [{ ...item, donation_price_id: price ?? null }] }
          : { memberships: [{ ...item, membership_price_id: price ?? null, ...termOf(term) }] }
      return changePayment(payment.id, change, etag)
    },
    onSaved: () => {
      notify(t('saved'))
      onDone()
    },
  })
  const { conflict, errors } = saving
  // After a conflict the amount that is left may have changed: it is read again.
  useEffect(() => {
    if (conflict) void refreshPayments()
  }, [conflict])
  return (
    <SaveForm
      saving={saving}
      noValidate
      gap="sm"
      onSubmit={() => (fits && Object.keys(wrong).length === 0 ? void saving.save() : undefined)}
    >
      <NativeSelect
        label={t(kind === 'donations' ? 'entry.donation_price' : 'entry.membership_price')}
        value={String(price ?? '')}
        onChange={event => {
          const chosen = prices.find(({ id }) => id === Number(event.currentTarget.value))
          setPrice(chosen?.id)
          setTerm({})
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
        error={fits ? errors['amount'] : t('reversal.wrong', { amount: formatMoney(rest, currency) })}
      />
      {kind === 'memberships' && (
        <TermFields
          name={t('membership')}
          days={days}
          onChange={change => setTerm({ ...term, ...change })}
          error={field => wrong[field] ?? errors[field]}
        />
      )}
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={onDone}>
          {t('button.cancel', { ns: 'shell' })}
        </Button>
        <Button size="xs" type="submit" loading={saving.busy}>
          {t('button.add', { ns: 'shell' })}
        </Button>
      </Group>
    </SaveForm>
  )
}
