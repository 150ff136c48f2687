import { Anchor, Button, Checkbox, Group, Paper, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter } from '../../api.ts'
import { notify } from '../../components/notifications.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { languages } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'
import { spaceQuery } from '../data.ts'
import { IdentityFields, identityOf } from './IdentityFields.tsx'

export function SpaceSettings() {
  const { t } = useTranslation('settings')
  const me = useMe()
  const { data: space } = useSuspenseQuery(spaceQuery(me.space.id))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: space.name,
      locale: space.locale.slice(0, 2),
      time_zone: space.time_zone,
      second_factor_required: space.second_factor_required,
      ...identityOf(space),
    },
  })
  const saving = useSave({
    form,
    save: (values: ReturnType<typeof form.getValues>) => {
      // The region stays with the language.
      const locale = values.locale === space.locale.slice(0, 2) ? space.locale : values.locale
      const data = { ...values, locale, siren: values.siren.replaceAll(/\s/g, '') }
      return refreshAfter(['spaces', 'me'], muster.spaces.update({ id: space.id, data }))
    },
    onSaved: () => notify(t('message.saved', { ns: 'shell' })),
  })
  return (
    <>
      <PageHeader title={t('section.space')} />
      <Paper withBorder p="md" maw={640}>
        <SaveForm saving={saving} onSubmit={form.onSubmit(values => void saving.save(values))}>
          <TextInput
            id="space_name"
            label={t('space_name')}
            required
            maxLength={200}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Select
            id="locale"
            label={t('language')}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            key={form.key('locale')}
            {...form.getInputProps('locale')}
          />
          <Select
            id="time_zone"
            label={t('time_zone')}
            description={t('time_zone_how')}
            data={timeZones(space.time_zone)}
            searchable
            required
            allowDeselect={false}
            nothingFoundMessage={t('no_time_zone')}
            key={form.key('time_zone')}
            {...form.getInputProps('time_zone')}
          />
          <Checkbox
            id="second_factor_required"
            label={t('require_factor')}
            description={t('require_factor_how')}
            key={form.key('second_factor_required')}
            {...form.getInputProps('second_factor_required', { type: 'checkbox' })}
          />
          <IdentityFields space={space} form={form} />
          {me.may('finance:read', 'catalogue:read') && (
            <Text size="sm" c="dimmed">
              {t('currency_where')}{' '}
              <Anchor
                component={Link}
                to="/settings/finance"
                search={{ tab: 'numbering' } as never}
                hash="currency"
                inherit
                underline="always"
              >
                {t('tab.numbering', { ns: 'finance' })}
              </Anchor>
            </Text>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={saving.busy}>
              {t('button.save', { ns: 'shell' })}
            </Button>
          </Group>
        </SaveForm>
      </Paper>
    </>
  )
}

/** The time zones that the browser knows, UTC, and that of the space. */
const timeZones = (current: string) => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].sort()
