import { Alert, Button, Group, NumberInput, Paper, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { type Permission, PermissionPicker } from '../../components/PermissionPicker.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { SecretAlert } from '../../components/SecretAlert.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { useSave } from '../../components/use_save.ts'
import { tokensQuery } from '../data.ts'

const default_days = 90
const most_days = 365

/** The user's own access tokens. */
export function Tokens() {
  const { t } = useTranslation('settings')
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const [secret, setSecret] = useState('')
  const end = (id: number) => refreshAfter(['tokens'], muster.tokens.end({ id })).then(() => notify(t('token_ended')))
  return (
    <ListPage
      title={t('section.tokens')}
      framed={false}
      before={
        <>
          {secret && <SecretAlert title={t('token_made')} secret={secret} />}
          <MakeToken onMade={setSecret} />
        </>
      }
      count={tokens.length}
      empty={<EmptyState title={t('no_token')} why={t('no_token_why')} />}
      after={
        <Alert variant="transparent" p={0}>
          <Text component="a" href="/account" size="sm" td="underline">
            {t('sessions_elsewhere')}
          </Text>
        </Alert>
      }
    >
      <SmallTable
        label={t('section.tokens')}
        rows={tokens}
        minWidth={480}
        columns={[
          { label: t('name'), cell: ({ name }) => name },
          {
            label: t('may'),
            cell: ({ scopes }) =>
              scopes?.map(word => t(`permission.${word as Permission}`)).join(' · ') ?? t('everything'),
          },
          { label: t('expires'), cell: ({ expires_at }) => formatDay(expires_at) },
          {
            cell: ({ id, name }) => (
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={t('end_named', { name })}
                  onClick={() => void end(id).catch(notifyError)}
                >
                  {t('end')}
                </Button>
              </Group>
            ),
          },
        ]}
      />
    </ListPage>
  )
}

function MakeToken({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState('')
  const [days, setDays] = useState(default_days)
  const [scopes, setScopes] = useState<Permission[]>([])
  const saving = useSave({
    fields: ['name', 'days', 'scopes'],
    save: () => refreshAfter(['tokens'], muster.tokens.create({ data: { name, days, scopes } })),
    onSaved: ({ data }) => {
      onMade(data.secret ?? '')
      setName('')
      setScopes([])
    },
  })
  const { errors } = saving
  return (
    <Paper withBorder p="md">
      <SaveForm saving={saving} onSubmit={() => void saving.save()}>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label={t('token_name')}
            required
            maxLength={200}
            value={name}
            error={errors['name']}
            onChange={event => setName(event.currentTarget.value)}
          />
          <NumberInput
            label={t('days')}
            min={1}
            max={most_days}
            allowDecimal={false}
            value={days}
            error={errors['days']}
            onChange={value => setDays(Number(value) || default_days)}
          />
        </Group>
        <PermissionPicker label={t('may')} value={scopes} error={errors['scopes']} onChange={setScopes} />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.busy} disabled={!name.trim() || scopes.length === 0}>
            {t('make_token')}
          </Button>
        </Group>
      </SaveForm>
    </Paper>
  )
}
