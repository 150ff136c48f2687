import { Alert, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ContributionCheck } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { type CheckedPayment, checkQuery, rulesQuery } from './data.ts'
import { useReasonWords } from './use_refusal_words.ts'

/** What the rules leave for the payer, before the payment is saved. Nothing in a space without rules. */
export function ContributionNote({ payment }: { payment: CheckedPayment | undefined }) {
  const { data: own } = useQuery(rulesQuery)
  const [asked] = useDebouncedValue(payment, 250)
  const isAsked = own !== undefined && own.rules.preset !== 'none' && payment !== undefined && asked !== undefined
  const { data: check } = useQuery({
    ...checkQuery(asked ?? { contact_id: 0 }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  // What another payer may pay must not be shown for this one.
  if (!isAsked || !check || asked.contact_id !== payment.contact_id) return null
  return <CheckAnswer check={check} />
}

function CheckAnswer({ check: { allowed, caps, reasons, unknown, currency } }: { check: ContributionCheck }) {
  const { t } = useTranslation('contributions')
  const words = useReasonWords()
  if (caps.length === 0 && reasons.length === 0 && unknown.length === 0) return null
  return (
    <Alert
      color={allowed ? 'gray' : 'red'}
      title={t(allowed ? 'note.title' : 'note.refused')}
      aria-live="polite"
      data-contribution-note
    >
      <Stack gap={4}>
        {reasons.map(reason => (
          <Text key={`${reason.rule} ${reason.year} ${reason.code_campaign}`} size="sm">
            {words(reason, currency)}
          </Text>
        ))}
        {caps
          .filter(cap => !reasons.some(({ rule }) => rule === cap.rule))
          .map(({ rule, year, code_campaign, left, limit }) => (
            <Text key={`${rule} ${year} ${code_campaign}`} size="sm">
              {t(`left.${rule === 'campaign_cap' && !code_campaign ? 'campaign_cap_without_code' : rule}`, {
                left: formatMoney(left, currency),
                limit: formatMoney(limit, currency),
                year,
                code: code_campaign,
              })}
            </Text>
          ))}
        {unknown.length > 0 && (
          <Text size="sm">{t('note.unknown', { facts: unknown.map(({ fact }) => t(`fact.${fact}`)).join(', ') })}</Text>
        )}
        <Text size="xs" c="dimmed">
          {t('note.no_certificate')}
        </Text>
      </Stack>
    </Alert>
  )
}
