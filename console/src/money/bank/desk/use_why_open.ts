import { useTranslation } from 'react-i18next'
import type { BankMonth } from '../../../api.ts'
import { dayIn, formatNumber } from '../../../components/formats.ts'
import { useMe } from '../../../use_me.ts'
import { lastDayOf, monthWord } from './month_names.ts'

/** Why a month cannot be closed; undefined if it can. */
export function useWhyOpen({ month, can_close, closed_at, open_count }: BankMonth): string | undefined {
  const { t } = useTranslation('bank')
  const { time_zone } = useMe().space
  if (can_close || closed_at) return undefined
  const name = monthWord(month)
  if (open_count > 0) return t('close.lines', { count: open_count, shown: formatNumber(open_count), month: name })
  return lastDayOf(month) >= dayIn(time_zone, new Date().toISOString())
    ? t('close.not_over', { month: name })
    : t('close.earlier', { month: name })
}
