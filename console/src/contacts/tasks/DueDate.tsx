import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDay, formatNearDay } from '../../components/formats.ts'
import { region } from '../../translations/index.ts'
import { daysBetween, dueGroupOf } from './due.ts'
import { useToday } from './use_today.ts'

/** When a task is due, in words: "One day late", "Today", "Friday", or the date. */
export function DueDate({ due, done }: { due: string; done: boolean }) {
  const today = useToday()
  const words = useDueWords()
  const late = !done && dueGroupOf(due, today) === 'late'
  return (
    <Text
      component="span"
      size="xs"
      c={late ? 'var(--mantine-color-error)' : 'dimmed'}
      fw={late ? 600 : 400}
      title={formatDay(due)}
    >
      {done ? formatDay(due) : words(due)}
    </Text>
  )
}

export function useDueWords() {
  const { t } = useTranslation('notes')
  const today = useToday()
  return (due: string) => {
    const days = daysBetween(today, due)
    if (days === -1) return t('due.late_day')
    if (days < 0) return t('due.late', { count: -days })
    if (days === 0) return t('due.today')
    if (days === 1) return t('due.tomorrow')
    if (days < 7) return weekdayOf(due)
    return formatNearDay(due)
  }
}

function weekdayOf(day: string) {
  const name = new Intl.DateTimeFormat(region(), { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
  return name.charAt(0).toUpperCase() + name.slice(1)
}
