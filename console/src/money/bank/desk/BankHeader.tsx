import { Button, Group, NativeSelect, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankMonth } from '../../../api.ts'
import { ImportIcon } from '../../../components/icons.tsx'
import { useSetTrail } from '../../../components/trail.ts'
import { useNarrow } from '../../../components/use_narrow.ts'
import { MonthActions, MonthMenu } from './MonthActions.tsx'
import { MonthSwitch } from './MonthSwitch.tsx'

interface Props {
  account: BankAccount
  accounts: BankAccount[]
  months: BankMonth[]
  month: BankMonth | undefined
  onAccount: (id: number) => void
  onMonth: (month: string) => void
  onImport: (() => void) | undefined
}

/** The account, the months, and what can be done with them. */
export function BankHeader({ account, accounts, months, month, onAccount, onMonth, onImport }: Props) {
  const { t } = useTranslation('bank')
  useDocumentTitle(`${t('title')} · Muster`)
  useSetTrail(t('title'))
  const narrow = useNarrow()
  const shown = months.length > 0 ? month : undefined
  return (
    <Group justify="space-between" mb="xs" gap="xs" className="bank-header">
      <Group gap="xs" className="bank-place">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <NativeSelect
          aria-label={t('account')}
          className="bank-account"
          value={String(account.id)}
          onChange={event => onAccount(Number(event.currentTarget.value))}
          data={accounts.map(one => ({ value: String(one.id), label: nameOf(one) }))}
        />
        {shown && <MonthSwitch months={months} month={shown} onMonth={onMonth} />}
      </Group>
      <Group gap="xs" wrap="nowrap" className="bank-deeds unprinted">
        {onImport && !(narrow && shown) && (
          <Button
            variant="default"
            leftSection={<ImportIcon size={16} />}
            aria-label={t('import.start')}
            title={t('import.start')}
            onClick={onImport}
          >
            {t('import.short')}
          </Button>
        )}
        {shown &&
          (narrow ? (
            <MonthMenu account={account} month={shown} onImport={onImport} />
          ) : (
            <MonthActions account={account} month={shown} />
          ))}
      </Group>
    </Group>
  )
}

/** The name of an account with the end of its number. */
const nameOf = ({ name, iban, number }: BankAccount) =>
  [name, (iban || number).slice(-4)].filter(Boolean).join(' ···· ')
