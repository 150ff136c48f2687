import { Button, Checkbox, Group, Paper, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { fieldErrors } from '../../components/field_errors.ts'
import { tell, tellRefusal } from '../../components/notifications.tsx'
import { PageHead } from '../../components/PageHeader.tsx'
import { change, spaceQuery } from '../../settings/data.ts'
import { languages } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'

export function Space() {
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
      await change(['spaces', 'me'], muster.spaces.update({ id: space.id, data }))
      tell(t('said.saved', { ns: 'shell' }))
    } catch (error) {
      const errors = fieldErrors(error)
      if (errors) form.setErrors(errors)
      else tellRefusal(error)
    }
  }
  return (
    <>
      <PageHead title={t('section.space')} />
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
