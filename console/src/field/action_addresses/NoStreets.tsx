import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasTiles } from '../../map/Tiles.tsx'
import { streetMapQuery } from '../../map/tiles/street_map.ts'
import { useMe } from '../../use_me.ts'

/** Says how to get streets, if the map has none. */
export function NoStreets() {
  const { t } = useTranslation('map')
  const { may } = useMe()
  const { data } = useQuery(streetMapQuery)
  if (hasTiles || !data || data.map) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('no_streets')}{' '}
      {may('space:manage') ? (
        <Anchor inherit renderRoot={props => <Link to="/settings/map" {...props} />}>
          {t('add_streets')}
        </Anchor>
      ) : (
        t('ask_for_streets')
      )}
    </Text>
  )
}
