import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankMonth } from '../../../api.ts'
import { CheckIcon, LeftIcon, RightIcon } from '../../../components/icons.tsx'
import { monthName, shortMonth } from './month_names.ts'

interface Props {
  months: BankMonth[]
  month: BankMonth
  onMonth: (month: string) => void
}

const shown = 3

/** Months around the open one. Closed ones have a tick, those with open lines a dot. */
export function MonthSwitch({ months, month, onMonth }: Props) {
  const { t } = useTranslation('bank')
  const place = months.indexOf(month)
  const start = Math.max(0, Math.min(place - 1, months.length - shown))
  const stateOf = ({ closed_at, open_count }: BankMonth) =>
    closed_at ? t('months.closed') : open_count > 0 ? t('months.open', { count: open_count }) : ''
  const step = (by: number, label: string, icon: React.ReactNode) => {
    const next = months[place + by]
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        disabled={!next}
        onClick={() => next && onMonth(next.month)}
      >
        {icon}
      </ActionIcon>
    )
  }
  return (
    <>
      <Group
        gap={0}
        wrap="nowrap"
        visibleFrom="md"
        role="group"
        aria-label={t('months.label')}
        className="month-switch"
      >
        {step(-1, t('months.previous'), <LeftIcon size={16} />)}
        {months.slice(start, start + shown).map(one => (
          <Button
            key={one.month}
            variant={one === month ? 'light' : 'default'}
            px="sm"
            fw={one === month ? 600 : 400}
            aria-pressed={one === month}
            leftSection={one.closed_at ? <CheckIcon size={14} /> : undefined}
            rightSection={!one.closed_at && one.open_count > 0 ? <span className="month-dot" /> : undefined}
            onClick={() => onMonth(one.month)}
          >
            {one === month ? monthName(one.month) : shortMonth(one.month)}
            {stateOf(one) && <span className="unseen">{`, ${stateOf(one)}`}</span>}
          </Button>
        ))}
        {step(1, t('months.next'), <RightIcon size={16} />)}
      </Group>
      <NativeSelect
        hiddenFrom="md"
        aria-label={t('months.label')}
        value={month.month}
        onChange={event => onMonth(event.currentTarget.value)}
        data={months.map(one => ({
          value: one.month,
          label: [monthName(one.month), stateOf(one)].filter(Boolean).join(', '),
        }))}
      />
    </>
  )
}
