import { useTranslation } from 'react-i18next'

const codes = [
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AG02',
  'AM04',
  'AM05',
  'BE05',
  'CNOR',
  'DNOR',
  'FF01',
  'MD01',
  'MD02',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'RC01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
  'SL01',
] as const

/** Why a bank took a debit back. Codes without a text are shown as they are. */
export function useReturnReason() {
  const { t } = useTranslation('bank')
  return (code: string) => {
    const known = codes.find(one => one === code.toUpperCase())
    return known ? t(`returned.${known}`) : code
  }
}
