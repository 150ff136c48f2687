import { Alert, Anchor, Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionError, muster } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DropZone } from '../../components/DropZone.tsx'
import { errorText } from '../../components/error_text.ts'
import { formatDateTime, formatNumber, fullName } from '../../components/formats.ts'
import { notify } from '../../components/notifications.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { sendFile } from '../../components/send_file.ts'
import { actionPlacesQuery } from '../../map/action_places.ts'
import { MapView } from '../../map/MapView.tsx'
import { openingView } from '../../map/opening_view.ts'
import { rereadStreetMap, type StreetMap, streetMapQuery } from '../../map/tiles/street_map.ts'

const guide = 'https://docs.protomaps.com/basemaps/downloads'

/** The map with streets that the space has, and a place to add one. */
export function MapSettings() {
  const { t } = useTranslation('map')
  const { data } = useSuspenseQuery(streetMapQuery)
  const { map, bytes_max } = data
  const upload = useMapUpload(bytes_max)
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <Stack>
        <Text maw={700}>{t('settings.about')}</Text>
        {map ? (
          <CurrentMap map={map} onDelete={() => setDeleting(true)} />
        ) : (
          <Text c="dimmed">{t('settings.none')}</Text>
        )}
        {upload.error && (
          <Alert color="red" role="alert" title={t('settings.refused')}>
            {upload.error}
          </Alert>
        )}
        <DropZone
          title={t(map?.source === 'space' ? 'settings.replace' : 'settings.add')}
          hint={t('settings.hint', { size: formatNumber(Math.floor(bytes_max / 2 ** 20)) })}
          button={t('settings.choose')}
          accept=".pmtiles"
          onFile={file => void upload.send(file)}
        >
          {upload.share === undefined ? undefined : (
            <Stack gap="xs" w="100%" maw={420}>
              <Text size="sm">{t('settings.sending', { share: Math.floor(upload.share * 100) })}</Text>
              <Progress value={upload.share * 100} aria-label={t('settings.progress')} />
              <Button variant="default" size="xs" onClick={upload.cancel}>
                {t('button.cancel', { ns: 'shell' })}
              </Button>
            </Stack>
          )}
        </DropZone>
        <Paper withBorder p="md">
          <Stack gap="xs">
            <Text fw={600}>{t('settings.where')}</Text>
            <Text size="sm">
              {t('settings.how')}{' '}
              <Anchor href={guide} target="_blank" rel="noreferrer" inherit underline="always">
                {t('settings.guide')}
              </Anchor>
            </Text>
            <code className="breaking">
              pmtiles extract https://build.protomaps.com/20260101.pmtiles lyon.pmtiles --bbox=4.7,45.6,5.0,45.9
            </code>
            <Text size="sm" c="dimmed">
              {t('settings.licence')}
            </Text>
          </Stack>
        </Paper>
      </Stack>
      <Dialog title={t('settings.delete')} opened={deleting} onClose={() => setDeleting(false)}>
        <DeleteConfirmation
          question={t('settings.delete_question')}
          remove={() => muster.map.remove({})}
          onCancel={() => setDeleting(false)}
          onDone={async () => {
            setDeleting(false)
            await rereadStreetMap()
            notify(t('settings.deleted'))
          }}
        />
      </Dialog>
    </>
  )
}

function CurrentMap({ map, onDelete }: { map: StreetMap; onDelete: () => void }) {
  const { t } = useTranslation('map')
  const { name, source, bytes, zoom_max, attribution, created_at, user, version } = map
  const { data: places, isPending } = useQuery(actionPlacesQuery)
  // The map keeps the view it opens with.
  if (isPending) return <Skeleton height={420} />
  return (
    <Paper withBorder>
      <MapView
        key={version}
        label={t('settings.preview')}
        points={[]}
        describe={() => ''}
        onOpen={() => {}}
        at={openingView(map, places ?? [])}
        height="300px"
      />
      <Group p="md" justify="space-between">
        <div>
          <Text fw={600} className="breaking">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('settings.facts', {
              size: formatNumber(Math.max(0.1, Math.round((bytes / 2 ** 20) * 10) / 10)),
              zoom: zoom_max,
            })}
            {attribution && ` · ${attribution}`}
          </Text>
          <Text size="sm" c="dimmed">
            {source === 'space' && user && created_at
              ? t('settings.uploaded', { name: fullName(user), date: formatDateTime(created_at) })
              : t('settings.of_server')}
          </Text>
        </div>
        {source === 'space' && (
          <Button variant="default" onClick={onDelete}>
            {t('settings.delete')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function useMapUpload(bytes_max: number) {
  const { t } = useTranslation('map')
  const [share, setShare] = useState<number>()
  const [error, setError] = useState('')
  const cancel = useRef<AbortController>(undefined)
  const problemOf = ({ name, size }: File) => {
    if (!/\.pmtiles$/i.test(name)) return t('settings.wrong_type')
    return size > bytes_max ? t('settings.too_large', { size: formatNumber(Math.floor(bytes_max / 2 ** 20)) }) : ''
  }
  const send = async (file: File) => {
    const problem = problemOf(file)
    setError(problem)
    if (problem) return
    const cancelling = new AbortController()
    cancel.current = cancelling
    setShare(0)
    try {
      const path = `/v1/map?name=${encodeURIComponent(file.name)}`
      await sendFile({ path, file, onProgress: setShare, cancelled: cancelling.signal })
      await rereadStreetMap()
      notify(t('settings.added'))
    } catch (error) {
      if (!cancelling.signal.aborted)
        setError(
          error instanceof TypeError || error instanceof ConnectionError
            ? t('settings.no_connection')
            : errorText(error),
        )
    } finally {
      setShare(undefined)
    }
  }
  return { share, error, send, cancel: () => cancel.current?.abort() }
}
