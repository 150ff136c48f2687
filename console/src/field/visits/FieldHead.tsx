import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../components/formats.ts'
import { LeftIcon } from '../../components/icons.tsx'
import { countVisits, type FieldDoors } from './doors.ts'
import { SyncCount } from './SyncStatus.tsx'
import type { Walk } from './use_walk.ts'

/** The action, the turf with its progress, and how many visits are not sent. */
export function FieldHead({ kept, walk }: { kept: FieldDoors; walk: Walk }) {
  const { t } = useTranslation('field')
  const tally = countVisits(walk.doors)
  const turf = walk.turf === undefined ? undefined : kept.turfs[walk.turf]
  const progress = t('progress', {
    count: tally.visited,
    visited: formatNumber(tally.visited),
    doors: formatNumber(tally.doors),
  })
  return (
    <header className="field-head">
      <div className="field-head-line">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('back')}
          renderRoot={props => <Link to="/field" {...props} />}
        >
          <LeftIcon size={24} />
        </ActionIcon>
        <div className="field-head-text">
          <h1>{kept.action.name}</h1>
          <p>
            {turf && `${t('turf', { turf: turf.name })} · `}
            <span>{progress}</span>
          </p>
        </div>
        <SyncCount />
      </div>
      <div
        className="field-progress"
        role="img"
        aria-label={t('progress_label', { share: formatPercent(tally.share) })}
      >
        <span style={{ width: `${tally.share * 100}%` }} />
      </div>
    </header>
  )
}
