import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'

// The server reports problems in English. Known ones are translated, others shown as they are.

const reasons = {
  quote: /^has a quote that is not closed or a line that never ends$/,
  cells: /^has more cells than the header$/,
  two: /^fits two contacts or more$/,
  long: /^(.*) has more than 500 characters$/,
  id: /^(.*) is no id$/,
  gender: /^(.*) is neither M nor F nor O;.*$/,
  future: /^(.*) is a date in the future$/,
  whole: /^(.*) is no whole number$/,
  mail: /^(.*) is no e-mail address$/,
  country: /^(.*) is no country we know$/,
  flag: /^(.*) is neither yes nor no;.*$/,
  date: /^(.*) is no date, such as .*$/,
  never: /^(.*) is a date that never was$/,
} as const

const warnings = {
  replaced: /^(\w+) would change for (\d+) of (\d+) contacts that were found.*$/,
  keyless: /^(\d+) rows do not say by what to find the contact.*$/,
  refused: /^(\d+) of (\d+) rows are refused.*$/,
  alone: /^“(.*)” seems to say who wants to be left alone.*$/,
} as const

export function useRowMessages() {
  const { t } = useTranslation('contacts')
  const reason = (text: string) => {
    for (const [name, pattern] of Object.entries(reasons) as [keyof typeof reasons, RegExp][]) {
      const found = pattern.exec(text)
      if (found) return t(`import.reasons.${name}`, { column: found[1] ?? '' })
    }
    return text
  }
  const warning = (text: string) => {
    const [, field = '', count, of] = warnings.replaced.exec(text) ?? []
    if (count)
      return t('import.warnings.replaced', {
        field: t(`field.${field as 'mail'}`, { defaultValue: field }),
        some: formatNumber(Number(count)),
        of: formatNumber(Number(of)),
      })
    const [, keyless] = warnings.keyless.exec(text) ?? []
    if (keyless) return t('import.warnings.keyless', { rows: formatNumber(Number(keyless)) })
    const [, refused, rows] = warnings.refused.exec(text) ?? []
    if (refused)
      return t('import.warnings.refused', { refused: formatNumber(Number(refused)), rows: formatNumber(Number(rows)) })
    const column = warnings.alone.exec(text)?.[1]
    if (column) return t('import.warnings.alone', { column })
    return text
  }
  return { reason, warning }
}
