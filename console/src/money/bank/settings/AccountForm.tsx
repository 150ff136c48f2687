import { Alert, Button, Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type BankAccount, muster, refreshAfter } from '../../../api.ts'
import { DeleteConfirmation } from '../../../components/DeleteConfirmation.tsx'
import { errorAt } from '../../../components/error_at.ts'
import { errorText } from '../../../components/error_text.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { notify } from '../../../components/notifications.tsx'
import { SaveForm } from '../../../components/SaveForm.tsx'
import { useSave } from '../../../components/use_save.ts'
import { ledgerSettingsQuery } from '../../ledger/data.ts'
import { settingsQuery } from '../../transaction_bundles/data.ts'
import { accountQuery, accountsQuery } from '../data.ts'
import { isIban } from './iban.ts'

/** Reads the account again, so that its ETag is current. */
export function EditAccount({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, refetch } = useQuery({ ...accountQuery(id), gcTime: 0 })
  if (!data) return <Loading />
  return <AccountForm key={data.etag} account={data.account} etag={data.etag} onReload={refetch} onDone={onDone} />
}

interface Props {
  account?: BankAccount
  etag?: string | undefined
  onReload?: () => Promise<unknown>
  onDone: () => void
}

const fields = ['name', 'iban', 'number', 'currency', 'ledger_account', 'archived'] as const
const changed = ['bank', 'ledger']

/** A bank account: its name, its number, and its account in the ledger. */
export function AccountForm({ account, etag, onReload, onDone }: Props) {
  const { t } = useTranslation('bank')
  const start = useStart(account)
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const [values, setValues] = useState(start)
  const [keepsColumns, setKeepsColumns] = useState(true)
  const [removing, setRemoving] = useState(false)
  const [tried, setTried] = useState(false)
  const isMistyped = values.iban.trim() !== '' && !isIban(values.iban)
  const onSaved = () => {
    notify(t('message.saved', { ns: 'shell' }))
    onDone()
  }
  const saving = useSave({
    fields,
    save: (_: undefined, overwrite) => write(overwrite).catch(error => Promise.reject(atField(error))),
    onSaved,
  })
  const write = (overwrite: boolean) => {
    const { archived, currency, ...details } = values
    if (!account) return refreshAfter(changed, muster.bank_accounts.create({ data: { ...details, currency } }))
    const data = { ...details, archived, ...(!keepsColumns && { csv_mapping: null }) }
    return refreshAfter(
      changed,
      muster.bank_accounts.update({ id: account.id, data }, etag && !overwrite ? { if_match: etag } : {}),
    )
  }
  /** An IBAN, and an account of the ledger, belong to one bank account. */
  const atField = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) return error
    const isTaken = accounts.some(({ id, iban }) => id !== account?.id && iban !== '' && iban === plain(values.iban))
    return errorAt(error, isTaken ? 'iban' : 'ledger_account', errorText(error))
  }
  const text = (name: 'name' | 'iban' | 'number' | 'currency' | 'ledger_account', how?: string) => (
    <TextInput
      key={name}
      label={t(`settings.${name}`)}
      description={how}
      required={name === 'name' || name === 'ledger_account'}
      disabled={name === 'currency' && account !== undefined}
      value={values[name]}
      error={name === 'iban' && tried && isMistyped ? t('rule.wrong_iban') : saving.errors[name]}
      onChange={event => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  )
  if (removing && account)
    return (
      <DeleteConfirmation
        question={t('settings.delete_account', { name: account.name })}
        remove={() => refreshAfter(changed, muster.bank_accounts.delete({ id: account.id }))}
        onDone={onSaved}
        onCancel={() => setRemoving(false)}
      />
    )
  return (
    <SaveForm
      saving={saving}
      gap="sm"
      onSubmit={() => {
        setTried(true)
        if (!isMistyped) void saving.save(undefined, saving.conflict)
      }}
      onSeeTheirs={onReload}
    >
      {text('name', t('settings.name_how'))}
      {text('iban')}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {text('ledger_account', t('settings.ledger_account_how'))}
        {text('currency', account ? t('settings.currency_fixed') : '\u00a0')}
      </SimpleGrid>
      {text('number', t('settings.number_how'))}
      {!account && (
        <Alert color="blue" role="note">
          {t('settings.transit')}
        </Alert>
      )}
      {account?.csv_mapping && (
        <Checkbox
          label={t('settings.forget_columns')}
          checked={!keepsColumns}
          onChange={event => setKeepsColumns(!event.currentTarget.checked)}
        />
      )}
      {account && (
        <Checkbox
          label={t('settings.archive')}
          checked={values.archived}
          onChange={event => setValues({ ...values, archived: event.currentTarget.checked })}
        />
      )}
      <FormActions
        onCancel={onDone}
        busy={saving.busy}
        remove={
          account && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('button.delete', { ns: 'shell' })}
            </Button>
          )
        }
        label={t('button.save', { ns: 'shell' })}
      />
    </SaveForm>
  )
}

/** A new account starts with the currency of the space and the ledger account of the bank, if it is free. */
function useStart(account: BankAccount | undefined) {
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const { money } = useSuspenseQuery(ledgerSettingsQuery).data.settings.accounts
  const isFree = !accounts.some(({ ledger_account }) => ledger_account === money)
  const { name, iban, number, currency, ledger_account, archived } = account ?? {
    name: '',
    iban: '',
    number: '',
    currency: settings.currency,
    ledger_account: isFree ? money : '',
    archived: false,
  }
  return { name, iban, number, currency, ledger_account, archived }
}

const plain = (iban: string) => iban.replace(/\s/g, '').toUpperCase()
