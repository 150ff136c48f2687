import { Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NoStreets } from '../components/NoStreets.tsx'
import { hasTiles } from './Tiles.tsx'
import { streetMapQuery } from './tiles/street_map.ts'
import type { StreetsState } from './use_streets.ts'

/** Says on the map why it shows no streets: they are on their way, cannot be read, or the space has none and how to get them. */
export function StreetsNote({ state }: { state: StreetsState }) {
  const { t } = useTranslation('map')
  if (state === 'loading')
    return (
      <p className="map-note" data-late>
        <Loader size={14} color="gray" aria-hidden="true" /> {t('loading_streets')}
      </p>
    )
  if (state === 'failed') return <p className="map-note">{t('streets_failed')}</p>
  if (state === 'ready' || hasTiles) return null
  return (
    <p className="map-note">
      <NoStreets />
    </p>
  )
}

/** The same above pictures of maps, which have no links. */
export function NoStreetsText() {
  const { data } = useQuery(streetMapQuery)
  if (hasTiles || !data || data.map) return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      <NoStreets />
    </Text>
  )
}
