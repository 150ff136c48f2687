import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../use_me.ts'

/** Says that maps have no streets, and how to get them. */
export function NoStreets() {
  const { t } = useTranslation('map')
  const { may } = useMe()
  return (
    <span>
      {t('no_streets')}{' '}
      {may('space:manage') ? (
        <Anchor inherit underline="always" renderRoot={props => <Link to="/settings/map" {...props} />}>
          {t('add_streets')}
        </Anchor>
      ) : (
        t('ask_for_streets')
      )}
    </span>
  )
}
