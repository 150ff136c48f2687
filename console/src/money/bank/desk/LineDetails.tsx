import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankLine } from '../../../api.ts'
import { formatDay, formatMoney } from '../../../components/formats.ts'
import { RecordFact, RecordFacts } from '../../../components/RecordFacts.tsx'
import { useReturnReason } from './use_return_reason.ts'

const details_shown = 20

/** What the bank says about a line. */
export function LineDetails({ line }: { line: BankLine }) {
  const { t } = useTranslation('bank')
  const returnReason = useReturnReason()
  const { details, currency } = line
  const rows = (
    [
      ['value_date', line.value_date === line.date ? '' : formatDay(line.value_date)],
      ['counterparty_iban', grouped(line.counterparty_iban)],
      ['bank_reference', line.bank_reference],
      ['end_to_end_id', line.end_to_end_id],
      ['mandate_id', line.mandate_id],
      ['return_reason', line.return_reason && `${line.return_reason} · ${returnReason(line.return_reason)}`],
      ['ignored_reason', line.ignored_reason],
    ] as const
  ).filter(([, value]) => value !== '')
  return (
    <>
      {rows.length > 0 && (
        <RecordFacts>
          {rows.map(([name, value]) => (
            <RecordFact key={name} name={t(`line.${name}`)}>
              {value}
            </RecordFact>
          ))}
        </RecordFacts>
      )}
      {details.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {t('line.details', { count: details.length })}
          </Text>
          <ul className="plain-list line-parts">
            {details.slice(0, details_shown).map(({ amount, counterparty, text, end_to_end_id }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no id and a fixed order.
              <li key={place}>
                <span className="breaking">{counterparty || text || end_to_end_id}</span>
                <span className="figures">{formatMoney(amount, currency)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** An IBAN in groups of four, as it is printed. */
const grouped = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')
