import { Badge, Box, Button, Group, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankLine, BankMonth } from '../../../api.ts'
import { EnterKey } from '../../../components/EnterKey.tsx'
import { formatNumber } from '../../../components/formats.ts'
import { CheckIcon } from '../../../components/icons.tsx'
import { TextFilter } from '../../../components/TextFilter.tsx'
import { type Tab, tabs } from '../search_params.ts'
import { lineCounts } from './line_counts.ts'

interface Props {
  month: BankMonth
  /** Undefined while it is being counted. */
  certain: number | undefined
  /** Lines that left the list and are on their way to the server. */
  unsent: readonly BankLine[]
  tab: Tab
  onTab: (tab: Tab) => void
  words: string | undefined
  onWords: (words: string | undefined) => void
  onAcceptCertain: (() => void) | undefined
  busy: boolean
}

const words_delay_ms = 300

export function LineTabs({ month, certain, unsent, tab, onTab, words, onWords, onAcceptCertain, busy }: Props) {
  const { t } = useTranslation('bank')
  const counts: Record<Tab, number | undefined> = lineCounts(month, certain, unsent)
  const sure = counts.certain ?? 0
  return (
    <Group justify="space-between" gap="xs" mb={4} className="unprinted">
      <Tabs value={tab} onChange={value => onTab(value as Tab)} variant="pills" className="bank-tabs">
        <Tabs.List aria-label={t('lines')}>
          {tabs.map(name => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                <Badge size="sm" color="gray" variant={name === tab ? 'white' : 'light'}>
                  {counts[name] === undefined ? '…' : formatNumber(counts[name])}
                </Badge>
              }
            >
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="xs" className="bank-tools">
        <TextFilter label={t('search')} value={words} onChange={onWords} delay_ms={words_delay_ms} />
        {sure > 0 && (onAcceptCertain || busy) && (
          <Button
            variant="light"
            loading={busy}
            leftSection={<CheckIcon size={16} />}
            size="xs"
            rightSection={
              <Box component="span" visibleFrom="xl">
                <EnterKey before={t('keys.shift')} />
              </Box>
            }
            onClick={onAcceptCertain}
          >
            {t('accept_certain', { count: sure, shown: formatNumber(sure) })}
          </Button>
        )}
      </Group>
    </Group>
  )
}
