import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, queries } from '../../api.ts'
import { notify } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { settingsQuery } from '../transaction_bundles/data.ts'
import { MethodsInput } from '../transaction_settings/MethodsInput.tsx'
import { SettingsForm } from '../transaction_settings/SettingsForm.tsx'
import { type RulesChange, rulesQuery } from './data.ts'
import { OwnLimits } from './OwnLimits.tsx'
import { changeOf, draftOf, isComplete, presets, tags } from './rules_draft.ts'

const fields = [
  'preset',
  'yearly_cap',
  'campaign_cap',
  'campaign_caps',
  'cash_limit',
  'cash_kinds',
  'countries',
  ...tags,
] as const

/** What people may pay: a preset, or limits of the space itself. */
export function ContributionRules() {
  const { data } = useSuspenseQuery(rulesQuery)
  // Saved rules start a new form: a preset has filled in the limits.
  return <RulesForm key={JSON.stringify(data.rules)} />
}

function RulesForm() {
  const { t } = useTranslation('contributions')
  const {
    data: { rules, etag },
  } = useSuspenseQuery(rulesQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const [draft, setDraft] = useState(() => draftOf(rules))
  const saving = useSave({
    fields,
    save: (change: RulesChange, overwrite) =>
      muster.contribution_rules.update({ data: change }, etag && !overwrite ? { if_match: etag } : {}),
    onSaved: () => {
      notify(t('saved'))
      return queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
    },
  })
  const { errors } = saving
  const { preset } = draft
  return (
    <SettingsForm
      how={t('how')}
      saving={saving}
      onSave={() => {
        if (isComplete(draft)) void saving.save(changeOf(draft, rules), saving.conflict)
      }}
    >
      <NativeSelect
        label={t('preset_label')}
        value={preset}
        error={errors['preset']}
        onChange={event => setDraft({ ...draft, preset: event.currentTarget.value as typeof preset })}
        data={presets.map(value => ({ value, label: t(`preset.${value}`) }))}
      />
      <Text size="sm">{t(`preset_how.${preset}`)}</Text>
      {preset === 'custom' && <OwnLimits {...{ draft, setDraft, errors }} />}
      {preset !== 'none' && (
        <Stack gap="sm">
          <MethodsInput
            label={t('cash_kinds')}
            description={t('cash_kinds_how')}
            value={draft.cash_kinds}
            offered={settings.payment_method_kinds}
            error={errors['cash_kinds']}
            typed={saving.typed}
            onChange={cash_kinds => setDraft({ ...draft, cash_kinds })}
          />
          {tags.map(name => (
            <TextInput
              key={name}
              label={t(name)}
              description={t(`${name}_how`)}
              value={draft[name]}
              error={errors[name]}
              onChange={event => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          ))}
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {t('no_certificate')}
      </Text>
    </SettingsForm>
  )
}
