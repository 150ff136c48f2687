import { Button, Switch } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankRule, muster, refreshAfter } from '../../../api.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { notifyError } from '../../../components/notifications.tsx'
import { useMe } from '../../../use_me.ts'
import { rulesQuery } from '../data.ts'
import { EditRule, RuleForm } from './RuleForm.tsx'
import { SettingsList } from './SettingsList.tsx'
import { useRuleWords } from './use_rule_words.ts'

/** The rules, in the order in which they are tried. */
export function BankRules() {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const { data: rules } = useSuspenseQuery(rulesQuery)
  const [open, setOpen] = useState<BankRule | 'new'>()
  const { conditionsOf, outcomeOf } = useRuleWords()
  const editable = may('finance:settings')
  const close = () => setOpen(undefined)
  const nameCell = (rule: BankRule) =>
    editable ? (
      <Button
        size="compact-sm"
        variant="subtle"
        px={4}
        mx={-4}
        aria-label={t('settings.edit', { name: rule.name })}
        onClick={() => setOpen(rule)}
      >
        {rule.name}
      </Button>
    ) : (
      rule.name
    )
  return (
    <>
      <SettingsList
        what="rules"
        rows={rules}
        onAdd={() => setOpen('new')}
        columns={[
          { label: t('settings.name'), rowHeader: true, cell: nameCell },
          { label: t('rule.when'), cell: conditionsOf },
          { label: t('rule.outcome_is'), cell: outcomeOf },
          {
            label: t('rule.on'),
            cell: rule => <RuleSwitch rule={rule} disabled={!editable} />,
          },
        ]}
      />
      <Dialog
        opened={open !== undefined}
        onClose={close}
        title={open === 'new' || !open ? t('rule.add') : t('settings.edit', { name: open.name })}
      >
        {open === 'new' && <RuleForm onDone={close} />}
        {open && open !== 'new' && <EditRule id={open.id} onDone={close} />}
      </Dialog>
    </>
  )
}

/** Turns at once, and back if the server refuses. */
function RuleSwitch({ rule, disabled }: { rule: BankRule; disabled: boolean }) {
  const { t } = useTranslation('bank')
  const [chosen, setChosen] = useState<boolean>()
  const enable = async (enabled: boolean) => {
    setChosen(enabled)
    await refreshAfter(['bank'], muster.bank_rules.update({ id: rule.id, data: { enabled } })).catch(notifyError)
    setChosen(undefined)
  }
  return (
    <Switch
      aria-label={t('rule.applied', { name: rule.name })}
      checked={chosen ?? rule.enabled}
      disabled={disabled}
      onChange={event => void enable(event.currentTarget.checked)}
    />
  )
}
