import { useTranslation } from 'react-i18next'
import { type Coordinates, project, type Size, toScreen, type View } from './projection.ts'

/** A dot where the user is. */
export function OwnPosition({ position, view, size }: { position: Coordinates; view: View; size: Size }) {
  const { t } = useTranslation('map')
  const { x, y } = toScreen(view, size, project(position))
  return (
    <span
      className="map-position"
      role="img"
      aria-label={t('own_position')}
      style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
    />
  )
}
