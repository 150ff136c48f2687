import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const places = [0, 1, 2, 3, 4, 5]

/** Rows without content, while lines are loaded. */
export function LineSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('message.loading')}>
      {places.map(place => (
        <div key={place} className="bank-line">
          <Skeleton h={14} w={48} />
          <Skeleton h={14} />
          <Skeleton h={14} />
          <Skeleton h={24} radius="xl" />
          <Skeleton h={14} />
          <Skeleton h={28} />
        </div>
      ))}
    </div>
  )
}
