import { Badge, Box, Button, Group, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankMonth } from '../../../api.ts'
import { EnterKey } from '../../../components/EnterKey.tsx'
import { formatNumber } from '../../../components/formats.ts'
import { CheckIcon } from '../../../components/icons.tsx'
import { TextFilter } from '../../../components/TextFilter.tsx'
import { type Tab, tabs } from '../search_params.ts'

interface Props {
  month: BankMonth
  /** Undefined while it is being counted. */
  certain: number | undefined
  /** How many lines left the list and are not yet confirmed. */
  gone: number
  tab: Tab
  onTab: (tab: Tab) => void
  words: string | undefined
  onWords: (words: string | undefined) => void
  onAcceptCertain: (() => void) | undefined
  busy: boolean
}

const words_delay_ms = 300

export function LineTabs({ month, certain, gone, tab, onTab, words, onWords, onAcceptCertain, busy }: Props) {
  const { t } = useTranslation('bank')
  const open = Math.max(0, month.open_count - gone)
  const counts: Record<Tab, number | undefined> = {
    open,
    certain,
    check: certain === undefined ? undefined : Math.max(0, month.open_count - certain),
    matched: month.matched_count,
    ignored: month.ignored_count,
  }
  return (
    <Group justify="space-between" gap="xs" mb={4} className="unprinted">
      <Tabs value={tab} onChange={value => onTab(value as Tab)} variant="pills" className="bank-tabs">
        <Tabs.List aria-label={t('lines')}>
          {tabs.map(name => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                counts[name] === undefined ? undefined : (
                  <Badge size="sm" color="gray" variant={name === tab ? 'white' : 'light'}>
                    {formatNumber(counts[name])}
                  </Badge>
                )
              }
            >
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="xs" className="bank-tools">
        <TextFilter label={t('search')} value={words} onChange={onWords} delay_ms={words_delay_ms} />
        {certain !== undefined && certain > 0 && (onAcceptCertain || busy) && (
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
            {t('accept_certain', { count: certain, shown: formatNumber(certain) })}
          </Button>
        )}
      </Group>
    </Group>
  )
}
