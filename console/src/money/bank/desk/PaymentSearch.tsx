import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankLine, WaitingPayment } from '../../../api.ts'
import { formatMoney, fullName } from '../../../components/formats.ts'
import { SearchIcon } from '../../../components/icons.tsx'
import { formatSpaceDay } from '../../../components/space_day.ts'
import { receivedQuery, waitingQuery } from '../data.ts'

interface Props {
  line: BankLine
  account: BankAccount
  /** Transactions that are chosen already. */
  taken: number[]
  onAdd: (payment: WaitingPayment) => void
}

/** Finds a payment that waits for the bank, or for money that left one that was received. */
export function PaymentSearch({ line, account, taken, onAdd }: Props) {
  const { t } = useTranslation('bank')
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const incoming = line.amount > 0
  const waiting = useQuery({
    ...waitingQuery(account.id, query),
    enabled: incoming,
    throwOnError: false,
  })
  const received = useQuery({ ...receivedQuery(query), enabled: !incoming && query.length > 1, throwOnError: false })
  const { data = [], isFetching } = incoming ? waiting : received
  const settled = !isFetching && query === typed.trim()
  // What was found before disappears at once, so that Enter cannot take it.
  const hits = settled ? data.filter(({ transaction_id }) => !taken.includes(transaction_id)) : []
  // Enter was pressed before the list was there. Of several payments, the right one is yet to be seen.
  const takesOnly = useRef(false)
  const choose = (option: string) => {
    const payment = hits.find(({ transaction_id }) => String(transaction_id) === option)
    setTyped('')
    combobox.closeDropdown()
    if (payment) onAdd(payment)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the list, Enter takes the first option.
  useEffect(() => {
    if (!settled || !typed) return
    if (takesOnly.current && hits[0] && hits.length === 1) choose(String(hits[0].transaction_id))
    else combobox.selectFirstOption()
    takesOnly.current = false
  }, [data, settled, combobox.dropdownOpened])
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          data-autofocus
          label={t('split.search')}
          description={t(incoming ? 'split.search_how' : 'split.search_back')}
          leftSection={<SearchIcon size={16} />}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            takesOnly.current = false
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onKeyDown={event => {
            // Enter takes the first payment; it must not send the form while a name is typed.
            if (event.key !== 'Enter' || !typed.trim()) return
            event.preventDefault()
            takesOnly.current = !settled
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!settled}>
        <Combobox.Options aria-label={t('split.search')} mah={260} style={{ overflowY: 'auto' }}>
          {hits.map(payment => (
            <Combobox.Option key={payment.transaction_id} value={String(payment.transaction_id)}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <div>
                  <Text size="sm">{fullName(payment.contact)}</Text>
                  <Text size="xs" c="dimmed">
                    {[payment.label, payment.contact.city, formatSpaceDay(payment.date)].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                <Text size="sm" className="figures">
                  {formatMoney(payment.left, payment.currency)}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {settled && hits.length === 0 && <Combobox.Empty>{t('split.nothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
