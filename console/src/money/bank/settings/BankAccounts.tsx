import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount } from '../../../api.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { formatMoney, formatNumber } from '../../../components/formats.ts'
import { useMe } from '../../../use_me.ts'
import { accountsQuery } from '../data.ts'
import { AccountForm, EditAccount } from './AccountForm.tsx'
import { SettingsList } from './SettingsList.tsx'
import { Statements } from './Statements.tsx'

type Task = { kind: 'new' } | { kind: 'edit' | 'statements'; account: BankAccount }

export function BankAccounts() {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const editable = may('finance:settings')
  const nameCell = (account: BankAccount) => (
    <Group gap="xs">
      {editable ? (
        <Button
          size="compact-sm"
          variant="subtle"
          px={4}
          mx={-4}
          aria-label={t('settings.edit', { name: account.name })}
          onClick={() => setTask({ kind: 'edit', account })}
        >
          {account.name}
        </Button>
      ) : (
        account.name
      )}
      {account.archived && <Badge color="gray">{t('settings.archived')}</Badge>}
    </Group>
  )
  return (
    <>
      <SettingsList
        what="accounts"
        rows={accounts}
        onAdd={() => setTask({ kind: 'new' })}
        columns={[
          { label: t('settings.name'), rowHeader: true, cell: nameCell },
          { label: t('settings.iban'), cell: ({ iban, number }) => iban.replace(/(.{4})(?=.)/g, '$1 ') || number },
          { label: t('settings.ledger_account'), cell: ({ ledger_account }) => ledger_account },
          {
            label: t('settings.balance'),
            figures: true,
            cell: ({ balance, currency }) => formatMoney(balance, currency),
          },
          {
            label: t('settings.open_lines'),
            figures: true,
            cell: ({ id, open_count }) => (
              <Anchor component={Link} to="/payments/bank" search={{ account: id } as never} size="sm">
                {formatNumber(open_count)}
              </Anchor>
            ),
          },
          {
            cell: account => (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('statements.of', { name: account.name })}
                onClick={() => setTask({ kind: 'statements', account })}
              >
                {t('statements.title')}
              </Button>
            ),
          },
        ]}
      />
      <Dialog
        opened={task !== undefined}
        onClose={close}
        size={task?.kind === 'statements' ? 'lg' : 'md'}
        title={
          task?.kind === 'statements'
            ? t('statements.of', { name: task.account.name })
            : task?.kind === 'edit'
              ? t('settings.edit', { name: task.account.name })
              : t('settings.add_accounts')
        }
      >
        {task?.kind === 'new' && <AccountForm onDone={close} />}
        {task?.kind === 'edit' && <EditAccount id={task.account.id} onDone={close} />}
        {task?.kind === 'statements' && <Statements account={task.account} />}
      </Dialog>
    </>
  )
}
