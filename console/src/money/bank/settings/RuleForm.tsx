import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankLine, muster, refreshAfter } from '../../../api.ts'
import { DeleteConfirmation } from '../../../components/DeleteConfirmation.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { MoneyInput } from '../../../components/MoneyInput.tsx'
import { notify } from '../../../components/notifications.tsx'
import { SaveForm } from '../../../components/SaveForm.tsx'
import { useSave } from '../../../components/use_save.ts'
import { settingsQuery } from '../../transaction_bundles/data.ts'
import { accountsQuery } from '../data.ts'
import { isIban } from './iban.ts'
import { OutcomeFields } from './OutcomeFields.tsx'
import {
  detailsOf,
  new_rule,
  outcomes,
  type RuleFieldProps,
  type RuleValues,
  unfulfilledBy,
  valuesOf,
} from './rule_values.ts'

/** Reads the rule again, so that its ETag is current. */
export function EditRule({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, refetch } = useQuery({
    queryKey: ['bank', 'rule', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('bank_rules.read', { id }, { signal })
      return { rule: body.data, etag: etag ?? undefined }
    },
    gcTime: 0,
  })
  if (!data) return <Loading />
  return (
    <RuleForm key={data.etag} id={id} start={valuesOf(data.rule)} etag={data.etag} onReload={refetch} onDone={onDone} />
  )
}

interface Props {
  id?: number
  start?: RuleValues
  /** The line that the rule is made from, and must apply to. */
  line?: BankLine
  etag?: string | undefined
  onReload?: () => Promise<unknown>
  onDone: () => void
}

/** Which lines a rule applies to, and what they are. */
export function RuleForm({ id, start = new_rule, line, etag, onReload, onDone }: Props) {
  const { t } = useTranslation('bank')
  const [values, setValues] = useState(start)
  const [removing, setRemoving] = useState(false)
  const [tried, setTried] = useState(false)
  const set = (change: Partial<RuleValues>) => setValues(before => ({ ...before, ...change }))
  const onSaved = () => {
    notify(t('message.saved', { ns: 'shell' }))
    onDone()
  }
  const saving = useSave({
    fields: [...Object.keys(new_rule), 'conditions'],
    save: (data: RuleValues, overwrite) => {
      const details = detailsOf(data)
      return refreshAfter(
        ['bank'],
        id === undefined
          ? muster.bank_rules.create({ data: details })
          : muster.bank_rules.update({ id, data: details }, etag && !overwrite ? { if_match: etag } : {}),
      )
    },
    onSaved,
  })
  if (removing && id !== undefined)
    return (
      <DeleteConfirmation
        question={t('rule.delete', { name: start.name })}
        remove={() => refreshAfter(['bank'], muster.bank_rules.delete({ id }))}
        onDone={onSaved}
        onCancel={() => setRemoving(false)}
      />
    )
  const isMistyped = values.counterparty_iban.trim() !== '' && !isIban(values.counterparty_iban)
  const wrong: Record<string, string> = {
    ...Object.fromEntries((line ? unfulfilledBy(line, values) : []).map(name => [name, t('rule.not_this_line')])),
    ...(isMistyped && { counterparty_iban: t('rule.wrong_iban') }),
  }
  // The other conditions are incomplete while they are typed.
  const told = tried ? wrong : { ...(wrong['text_contains'] && { text_contains: wrong['text_contains'] }) }
  const fields = { values, set, errors: { ...saving.errors, ...told } }
  return (
    <SaveForm
      saving={saving}
      gap="sm"
      onSubmit={() => {
        setTried(true)
        if (Object.keys(wrong).length === 0) void saving.save(values, saving.conflict)
      }}
      onSeeTheirs={onReload}
    >
      <TextInput
        label={t('settings.name')}
        required
        value={values.name}
        error={saving.errors['name']}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <Conditions {...fields} />
      <NativeSelect
        label={t('rule.outcome_is')}
        value={values.kind}
        error={saving.errors['kind']}
        onChange={event => set({ kind: event.currentTarget.value as RuleValues['kind'], price_id: undefined })}
        data={outcomes.map(value => ({ value, label: t(`rule.outcome.${value}`) }))}
      />
      <OutcomeFields {...fields} />
      {id !== undefined && (
        <Button variant="subtle" color="red" w="fit-content" onClick={() => setRemoving(true)}>
          {t('button.delete', { ns: 'shell' })}
        </Button>
      )}
      <FormActions sticky onCancel={onDone} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
    </SaveForm>
  )
}

function Conditions({ values, set, errors }: RuleFieldProps) {
  const { t } = useTranslation('bank')
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const currency = accounts.find(({ id }) => id === values.bank_account_id)?.currency ?? settings.currency
  const amount = (name: 'amount_min' | 'amount_max') => (
    <MoneyInput
      label={t(`rule.${name}`)}
      currency={currency}
      value={values[name]}
      error={errors[name]}
      onChange={value => set({ [name]: value })}
    />
  )
  return (
    <>
      <TextInput
        label={t('rule.text_contains')}
        description={t('rule.text_how')}
        value={values.text_contains}
        error={errors['text_contains'] ?? errors['conditions']}
        onChange={event => set({ text_contains: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        <TextInput
          label={t('rule.counterparty_iban')}
          value={values.counterparty_iban}
          error={errors['counterparty_iban']}
          onChange={event => set({ counterparty_iban: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('rule.direction')}
          value={values.direction}
          error={errors['direction']}
          onChange={event => set({ direction: event.currentTarget.value as RuleValues['direction'] })}
          data={[
            { value: '', label: t('rule.both') },
            { value: 'in', label: t('rule.in') },
            { value: 'out', label: t('rule.out') },
          ]}
        />
        {amount('amount_min')}
        {amount('amount_max')}
        {accounts.length > 1 && (
          <NativeSelect
            label={t('account')}
            value={String(values.bank_account_id ?? '')}
            error={errors['bank_account_id']}
            onChange={event => set({ bank_account_id: Number(event.currentTarget.value) || undefined })}
            data={[
              { value: '', label: t('rule.every_account') },
              ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </SimpleGrid>
    </>
  )
}
