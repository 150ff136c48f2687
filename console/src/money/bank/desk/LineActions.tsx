import { Button, Group, Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankLine } from '../../../api.ts'
import { type Choice, proposalOf } from './choice.ts'
import type { RowActions } from './use_desk_actions.ts'

interface Props {
  line: BankLine
  choice: Choice
  on: RowActions
}

/** What else can be done with the selected line, besides accepting its proposal. */
export function LineActions({ line, choice, on }: Props) {
  const { t } = useTranslation('bank')
  const isOpen = line.state === 'open'
  if (!isOpen && !on.rule) return null
  const canPay = line.amount > 0 && line.proposals.length > 0 && proposalOf(line, choice)?.kind !== 'new_payment'
  return (
    <Group gap={6} className="line-more unprinted">
      {isOpen && (
        <>
          <Action label={t('split.start')} letter="S" onClick={on.split} />
          <Action label={t('split.find')} letter="/" onClick={on.find} />
          {canPay && <Action label={t('pay.start')} onClick={on.pay} />}
          <Action label={t('ignore.start')} letter="I" onClick={on.ignore} />
        </>
      )}
      {on.rule && <Action label={t('rule.from_line')} onClick={on.rule} />}
    </Group>
  )
}

const Action = ({ label, letter, onClick }: { label: string; letter?: string; onClick: () => void }) => (
  <Button
    size="compact-sm"
    variant="default"
    fw={500}
    rightSection={letter && <Kbd visibleFrom="md">{letter}</Kbd>}
    onClick={onClick}
  >
    {label}
  </Button>
)
