import { ActionIcon, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount, WaitingPayment } from '../../../api.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { formatMoney, fullName } from '../../../components/formats.ts'
import { CloseIcon } from '../../../components/icons.tsx'
import { MoneyInput } from '../../../components/MoneyInput.tsx'
import { formatSpaceDay } from '../../../components/space_day.ts'
import { ledgerSettingsQuery } from '../../ledger/data.ts'
import { accountFault } from '../../ledger/settings/account_values.ts'
import { matchLine } from '../data.ts'
import { LedgerAccountField } from '../LedgerAccountField.tsx'
import type { LineFormProps } from './line_form.ts'
import { PaymentSearch } from './PaymentSearch.tsx'
import { addPart, matchesOf, partsOf, restOfParts } from './split_parts.ts'

/** Says which payments a line is, with how much of each. What is left goes to an account of the ledger, such as that of fees. */
export function SplitForm({
  task: { kind, line, choice },
  account,
  onClose,
  onSettle,
}: LineFormProps & { account: BankAccount }) {
  const { t } = useTranslation('bank')
  const [tried, setTried] = useState(false)
  const accountField = useRef<HTMLInputElement>(null)
  const [split, setSplit] = useState(() => partsOf(line, kind === 'split' ? choice : undefined))
  const { currency } = line
  const rest = restOfParts(line, split)
  const money = (amount: number) => formatMoney(amount, currency)
  const number = split.account.trim()
  const { data: ledger } = useQuery({ ...ledgerSettingsQuery, throwOnError: false })
  const fault = number && ledger ? accountFault(ledger.settings, number) : undefined
  const ready = (rest === 0 || number !== '') && split.parts.every(({ amount }) => amount)
  const submit = () => {
    setTried(true)
    if (rest !== 0 && fault) return accountField.current?.focus()
    const words = { what: line.counterparty || line.text, amount: money(line.amount) }
    if (ready) onSettle(t('deed.matched', words), () => matchLine(line.id, matchesOf(line, split)))
  }
  const setAmount = (id: number, amount: number | undefined) =>
    setSplit({
      ...split,
      parts: split.parts.map(part => (part.payment.transaction_id === id ? { ...part, amount } : part)),
    })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <PaymentSearch
          line={line}
          account={account}
          taken={split.parts.map(({ payment }) => payment.transaction_id)}
          onAdd={payment => setSplit(addPart(line, split, payment))}
        />
        {line.amount < 0 && split.parts.length > 0 && (
          <NativeSelect
            label={t('split.back')}
            value={split.back}
            onChange={event => setSplit({ ...split, back: event.currentTarget.value as typeof split.back })}
            data={(['return', 'refund'] as const).map(value => ({ value, label: t(`split.backs.${value}`) }))}
          />
        )}
        {split.parts.length > 0 && (
          <ul className="plain-list split-parts" aria-label={t('split.parts')}>
            {split.parts.map(({ payment, amount }) => (
              <li key={payment.transaction_id}>
                <PaymentName payment={payment} />
                <MoneyInput
                  size="xs"
                  w={130}
                  aria-label={t('split.amount_of', { name: fullName(payment.contact) })}
                  currency={currency}
                  value={amount}
                  error={!amount && t('entry.need_amount', { ns: 'payments', example: money(payment.left) })}
                  onChange={value => setAmount(payment.transaction_id, value)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('split.remove', { name: fullName(payment.contact) })}
                  onClick={() => setSplit({ ...split, parts: split.parts.filter(part => part.payment !== payment) })}
                >
                  <CloseIcon size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <Group justify="space-between" align="flex-end">
          <LedgerAccountField
            label={t('split.account')}
            description={t('split.account_how')}
            flex="1 1 240px"
            ref={accountField}
            error={tried && fault && t(`settings.${fault}`, { ns: 'ledger' })}
            value={split.account}
            onChange={account => setSplit({ ...split, account })}
          />
          <Text fw={600} className={ready ? 'rest-none' : 'rest-some'} aria-live="polite">
            {rest !== 0 && number && !fault
              ? t('split.fee', { account: number, amount: money(rest) })
              : t('split.rest', { amount: money(rest) })}
          </Text>
        </Group>
        <FormActions onCancel={onClose} disabled={!ready} label={t('split.submit')} />
      </Stack>
    </form>
  )
}

function PaymentName({ payment: { contact, label, date } }: { payment: WaitingPayment }) {
  return (
    <div className="split-name">
      <Text size="sm" fw={600} className="breaking">
        {fullName(contact)}
      </Text>
      <Text size="sm" c="dimmed">
        {[label, formatSpaceDay(date)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
