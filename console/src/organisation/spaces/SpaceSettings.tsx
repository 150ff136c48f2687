import { Button, Checkbox, Group, Paper, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter } from '../../api.ts'
import { fieldErrors } from '../../components/field_errors.ts'
import { notify, notifyError } from '../../components/notifications.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { languages } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'
import { spaceQuery } from '../data.ts'

export function SpaceSettings() {
  const { t } = useTranslation('settings')
  const me = useMe()
  const { data: space } = useSuspenseQuery(spaceQuery(me.space.id))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: space.name,
      locale: space.locale.slice(0, 2),
      second_factor_required: space.second_factor_required,
    },
  })
  const save = async (data: ReturnType<typeof form.getValues>) => {
    try {
      await refreshAfter(['spaces', 'me'], muster.spaces.update({ id: space.id, data }))
      notify(t('said.saved', { ns: 'shell' }))
    } catch (error) {
      const errors = fieldErrors(error)
      if (errors) form.setErrors(errors)
      else notifyError(error)
    }
  }
  return (
    <>
      <PageHeader title={t('section.space')} />
      <Paper withBorder p="md">
        <form onSubmit={form.onSubmit(save)}>
          <Stack>
            <TextInput
              label={t('name')}
              required
              maxLength={200}
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            <Select
              label={t('language')}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              key={form.key('locale')}
              {...form.getInputProps('locale')}
            />
            <Checkbox
              label={t('require_factor')}
              description={t('require_factor_how')}
              key={form.key('second_factor_required')}
              {...form.getInputProps('second_factor_required', { type: 'checkbox' })}
            />
            <Group justify="flex-end">
              <Button type="submit">{t('do.save', { ns: 'shell' })}</Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  )
}
