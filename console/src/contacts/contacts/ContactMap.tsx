import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView } from '../../map/MapView.tsx'
import { formatView, project } from '../../map/projection.ts'
import { hasTiles } from '../../map/Tiles.tsx'

/** Shows the street with tiles, the country without. */
const zoom = hasTiles ? 15 : 6

/** The home of a contact on a map. */
export function ContactMap({ name, latitude, longitude }: { name: string; latitude: number; longitude: number }) {
  const { t } = useTranslation('map')
  const point = useMemo(
    () => ({ id: 1, label: name, done: false, ...project({ latitude, longitude }) }),
    [name, latitude, longitude],
  )
  const points = useMemo(() => [point], [point])
  return (
    <MapView
      label={t('label')}
      points={points}
      describe={() => name}
      onOpen={() => {}}
      at={formatView({ ...point, zoom })}
      height="260px"
    />
  )
}
