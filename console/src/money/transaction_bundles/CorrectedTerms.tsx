import { Fieldset, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CorrectionDraft, keyOfItem, termDays } from './correction.ts'
import type { Payment } from './search_params.ts'
import { TermFields } from './TermFields.tsx'
import { useItemName } from './use_item_name.ts'

interface Props {
  memberships: Payment['memberships']
  draft: CorrectionDraft
  note: (change: Partial<CorrectionDraft>) => void
  error: (key: string) => ReactNode
}

/** The terms of the memberships of a payment that is corrected. */
export function CorrectedTerms({ memberships, draft, note, error }: Props) {
  const { t } = useTranslation('payments')
  const nameOf = useItemName()
  if (memberships.length === 0) return null
  return (
    <Fieldset legend={t('term.title')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {memberships.map(item => {
          const one = { kind: 'memberships' as const, item }
          return (
            <TermFields
              key={item.id}
              name={nameOf(one)}
              days={termDays(item, draft)}
              onChange={term => note({ terms: { ...draft.terms, [item.id]: { ...draft.terms[item.id], ...term } } })}
              error={field => error(`${keyOfItem(one)} ${field}`)}
            />
          )
        })}
      </SimpleGrid>
    </Fieldset>
  )
}
