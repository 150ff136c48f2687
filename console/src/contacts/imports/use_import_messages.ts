import { useTranslation } from 'react-i18next'
import type { ImportCell, ImportOutcome, KeptContact } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'

type Reason = ImportOutcome['reasons'][number]
type Warning = ImportOutcome['warnings'][number]

/** The messages of an import, translated from their codes. Messages of earlier versions have no code and are shown in English. */
export function useImportMessages() {
  const { t } = useTranslation('contacts')
  return {
    refusalReason: ({ code, params, reason }: Reason) =>
      code ? t(`import.reasons.${code}`, { ...shownParams(params), defaultValue: reason }) : reason,
    cellReason: ({ code, params, reason }: ImportCell) =>
      code
        ? t(`import.cell_reasons.${code as 'not_a_mail'}`, { ...shownParams(params), defaultValue: reason ?? '' })
        : (reason ?? ''),
    keptReason: ({ code, reason }: KeptContact) =>
      code ? t(`import.kept_reasons.${code}`, { defaultValue: reason }) : reason,
    warning: ({ code, params, message }: Warning) =>
      t(`import.warnings.${code}`, {
        ...shownParams(params),
        count: Number(params.rows ?? 0),
        ...(params.field && { field: t(`field.${params.field as 'mail'}`, { defaultValue: params.field }) }),
        defaultValue: message,
      }),
  }
}

const shownParams = (params: Warning['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value) : value]),
  )
