import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { campaignsQuery } from './data.ts'

interface Props {
  value: string
  onChange: (code: string) => void
  error?: ReactNode
}

/** A campaign that is offered, or the one that was chosen before it was hidden. */
export function CampaignField({ value, onChange, error }: Props) {
  const { t } = useTranslation('payments')
  const { data: campaigns } = useSuspenseQuery(campaignsQuery)
  // Codes are compared without regard to case.
  const isChosen = ({ code }: { code: string }) => code.toLowerCase() === value.toLowerCase()
  const chosen = campaigns.find(isChosen)
  const offered = campaigns.filter(campaign => !campaign.hidden || campaign === chosen)
  return (
    <NativeSelect
      label={t('campaign')}
      value={chosen?.code ?? value}
      onChange={event => onChange(event.currentTarget.value)}
      error={error}
      data={[
        { value: '', label: t('entry.no_campaign') },
        ...(value && !chosen ? [{ value, label: value }] : []),
        ...offered.map(({ code, name }) => ({ value: code, label: name || code })),
      ]}
    />
  )
}
