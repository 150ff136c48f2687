import { Anchor, Button, Group, Paper, TextInput, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter, type Token } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DurationInput } from '../../components/DurationInput.tsx'
import { type Duration, dayAfter, daysIn } from '../../components/durations.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notify } from '../../components/notifications.tsx'
import { PermissionPicker } from '../../components/PermissionPicker.tsx'
import { PermissionWords } from '../../components/PermissionWords.tsx'
import type { Permission } from '../../components/permission_groups.ts'
import { SaveForm } from '../../components/SaveForm.tsx'
import { SecretAlert } from '../../components/SecretAlert.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { useSave } from '../../components/use_save.ts'
import { tokensQuery } from '../data.ts'

const default_duration: Duration = { count: 3, unit: 'month' }
const days_max = 365

/** The user's own access tokens. */
export function Tokens() {
  const { t } = useTranslation('settings')
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const [made, setMade] = useState<{ id: number; secret: string }>()
  const [ending, setEnding] = useState<Token>()
  const close = () => setEnding(undefined)
  return (
    <ListPage
      title={t('section.tokens')}
      framed={false}
      before={made && <SecretAlert title={t('token_made')} secret={made.secret} />}
      count={tokens.length}
      empty={<EmptyState title={t('no_token')} why={t('no_token_why')} />}
      after={
        <>
          <MakeToken onMade={setMade} />
          <Anchor href="/account" size="sm">
            {t('sessions_elsewhere')}
          </Anchor>
        </>
      }
    >
      <SmallTable
        label={t('section.tokens')}
        rows={tokens}
        minWidth={320}
        stacked
        columns={[
          { label: t('name'), width: 200, cell: ({ name }) => name },
          {
            label: t('may'),
            cell: ({ scopes }) => (scopes ? <PermissionWords permissions={scopes} /> : t('everything')),
          },
          { label: t('expires'), width: 140, cell: ({ expires_at }) => formatDay(expires_at) },
          {
            cell: token => (
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={t('end_named', { name: token.name })}
                  onClick={() => setEnding(token)}
                >
                  {t('end')}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      <Dialog title={t('end_sure', { name: ending?.name ?? '' })} opened={ending !== undefined} onClose={close}>
        {ending && (
          <DeleteConfirmation
            question={t('end_how')}
            labels={{ cancel: t('button.cancel', { ns: 'shell' }), remove: t('end') }}
            remove={() => refreshAfter(['tokens'], muster.tokens.end({ id: ending.id }))}
            onDone={() => {
              if (made?.id === ending.id) setMade(undefined)
              close()
              notify(t('token_ended'))
            }}
            onCancel={close}
          />
        )}
      </Dialog>
    </ListPage>
  )
}

/** A year with a leap day is one day longer than the server allows. */
const daysOfToken = (duration: Duration) => (daysIn(duration) === days_max + 1 ? days_max : daysIn(duration))

function MakeToken({ onMade }: { onMade: (made: { id: number; secret: string }) => void }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState('')
  const [duration, setDuration] = useState<Duration | undefined>(default_duration)
  const days = duration && daysOfToken(duration)
  const [scopes, setScopes] = useState<Permission[]>([])
  const saving = useSave({
    fields: ['name', 'days', 'scopes'],
    save: () => refreshAfter(['tokens'], muster.tokens.create({ data: { name, scopes, ...(days && { days }) } })),
    onSaved: ({ data }) => {
      onMade({ id: data.id, secret: data.secret ?? '' })
      setName('')
      setScopes([])
    },
  })
  const { errors } = saving
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t('new_token')}
      </Title>
      <SaveForm saving={saving} onSubmit={() => void saving.save()} noValidate>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            id="token_name"
            label={t('token_name')}
            required
            maxLength={200}
            value={name}
            error={errors['name']}
            onChange={event => setName(event.currentTarget.value)}
          />
          <DurationInput
            id="token_duration"
            label={t('valid_for')}
            description={duration && t('valid_until', { day: formatDay(dayAfter(new Date(), duration).toISOString()) })}
            value={duration}
            error={errors['days']}
            onChange={setDuration}
          />
        </Group>
        <PermissionPicker
          label={t('may')}
          value={scopes}
          error={errors['scopes'] && t('choose_permission')}
          onChange={setScopes}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.busy}>
            {t('make_token')}
          </Button>
        </Group>
      </SaveForm>
    </Paper>
  )
}
