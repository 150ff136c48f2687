import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatCalendarMonth, formatDay, formatExactTime, formatNumber } from '../../components/formats.ts'
import { language } from '../../translations/index.ts'
import { type Detail, detailText } from './detail_texts.ts'

/** The details of an audit entry in words. A key without a text is shown as words. */
export function useDetailTexts() {
  const { t } = useTranslation('audit_details')
  const label = (key: string) => t(`name.${key}` as 'name.month', { defaultValue: asWords(key) })
  const word = (value: string) =>
    i18next.getResource(language(), 'permissions', 'name')?.[value] ??
    t(`word.${value}` as 'word.link', { defaultValue: value })
  const formats = {
    ...{ month: formatCalendarMonth, day: formatDay, instant: formatExactTime, number: formatNumber, word, label },
    change: (from: string, to: string) => t('change', { from, to }),
    ...{ yes: t('yes'), no: t('no'), none: t('none') },
  }
  return {
    nameOf: ({ keys }: Detail) => (keys.length === 0 ? t('name.change') : keys.map(label).join(' · ')),
    textOf: ({ keys, value }: Detail) => detailText(keys.at(-1) ?? '', value, formats),
  }
}

const asWords = (key: string) => `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`.replaceAll('_', ' ')
