import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../components/formats.ts'
import { CheckIcon } from '../components/icons.tsx'

const [sample_share, sample_count] = [0.4, 3]

/** Explains the marks of things with a goal. */
export function Legend() {
  const { t } = useTranslation('map')
  return (
    <Group gap="md">
      <Sample share={sample_share} label={t('legend.share')}>
        {formatPercent(sample_share)}
      </Sample>
      <Sample share={1} label={t('legend.reached')}>
        <CheckIcon size={16} />
      </Sample>
      <Sample label={t('legend.without_goal')} />
      <Sample many label={t('legend.several')}>
        {formatNumber(sample_count)}
      </Sample>
    </Group>
  )
}

interface SampleProps {
  label: string
  share?: number
  many?: boolean
  children?: ReactNode
}

const Sample = ({ label, share, many = false, children }: SampleProps) => (
  <Group gap={6} wrap="nowrap">
    <span
      className="map-mark map-sample"
      data-done={share === 1}
      data-share={share !== undefined || undefined}
      data-many={many || undefined}
      aria-hidden="true"
    >
      <span>{children}</span>
    </span>
    <Text size="sm">{label}</Text>
  </Group>
)
