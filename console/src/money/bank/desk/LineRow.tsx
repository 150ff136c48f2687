import { Alert, Badge, Button, Kbd, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankLine } from '../../../api.ts'
import { EnterKey } from '../../../components/EnterKey.tsx'
import { formatMoney, formatNearDay, fullName } from '../../../components/formats.ts'
import { CheckIcon } from '../../../components/icons.tsx'
import { Confidence } from './Confidence.tsx'
import { actionOf, type Choice, namesakesOf, proposalOf, type RowAction } from './choice.ts'
import { LineActions } from './LineActions.tsx'
import { LineDetails } from './LineDetails.tsx'
import { Matches } from './Matches.tsx'
import { ProposalDetails } from './ProposalDetails.tsx'
import type { RowActions } from './use_desk_actions.ts'
import { useProposalWords } from './use_proposal_words.ts'
import { useReturnReason } from './use_return_reason.ts'

interface Props {
  line: BankLine
  open: boolean
  refusal: string | undefined
  choice: Choice
  onSelect: () => void
  onChoice: (choice: Choice) => void
  /** Undefined without the permission to match, and in a closed month. */
  on: RowActions | undefined
}

/** A line and what it may be, on one row. */
export function LineRow({ line, open, refusal, choice, onSelect, onChoice, on }: Props) {
  const { t } = useTranslation('bank')
  const { amount, currency, counterparty, text } = line
  const first = counterparty || text
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside selects the row by keyboard.
    <li className="bank-line" data-open={open} onClick={onSelect}>
      <Text size="sm" c="dimmed" className="line-date">
        {formatNearDay(line.date)}
      </Text>
      <div className="line-text">
        <button type="button" className="line-name" data-line={line.id} aria-expanded={open}>
          {first}
        </button>
        {text !== first && (
          <Text size="sm" c="dimmed" truncate={!open} className={open ? 'breaking' : undefined}>
            {text}
          </Text>
        )}
      </div>
      <Text fw={600} className="figures line-amount">
        {formatMoney(amount, currency)}
      </Text>
      <Confidence line={line} />
      <div className="line-proposal">
        {line.state === 'open' ? (
          <ProposalSummary line={line} choice={choice} open={open} />
        ) : (
          <Matches line={line} open={open} />
        )}
        {refusal && (
          <Alert color="red" role="alert" mt="xs" p="xs" title={t('refused')}>
            {refusal}
          </Alert>
        )}
      </div>
      {open && (
        <>
          <div className="line-said">
            <LineDetails line={line} />
          </div>
          <div className="line-choice">
            {line.state === 'open' && <ProposalDetails line={line} choice={choice} onChoice={onChoice} />}
          </div>
        </>
      )}
      <div className="line-action unprinted">
        {on &&
          (line.state === 'open' ? (
            <ActionButton action={actionOf(line, choice)} line={line} open={open} onAct={on.accept} />
          ) : (
            <Button
              size="xs"
              variant="default"
              rightSection={open ? <Kbd visibleFrom="sm">Z</Kbd> : undefined}
              onClick={event => {
                event.stopPropagation()
                on.undo()
              }}
            >
              {t('button.undo', { ns: 'shell' })}
              <span className="unseen">{` ${first}`}</span>
            </Button>
          ))}
      </div>
      {open && on && <LineActions line={line} choice={choice} on={on} />}
    </li>
  )
}

function ProposalSummary({ line, choice, open }: Pick<Props, 'line' | 'choice' | 'open'>) {
  const { t } = useTranslation('bank')
  const { titleOf, reasonsOf } = useProposalWords()
  const returnReason = useReturnReason()
  const chosen = proposalOf(line, choice)
  const shown = chosen ?? line.proposals[0]
  const names = useNamesakes(line)
  const title =
    !chosen && names.length > 1
      ? t('proposal.or', { names: names.join(t('proposal.or_between')) })
      : titleOf(line, shown)
  const reasons = shown ? reasonsOf(line, shown) : []
  return (
    <>
      <Text
        size="sm"
        fw={600}
        c={shown && shown.kind !== 'new_payment' ? undefined : 'dimmed'}
        truncate={!open}
        className={open ? 'breaking' : undefined}
      >
        {title}{' '}
        {shown?.kind === 'return' && line.return_reason && (
          <Badge color="red" size="sm" ml={4}>
            {returnReason(line.return_reason)}
          </Badge>
        )}
      </Text>
      {reasons.length > 0 && (
        <Text size="sm" c="dimmed" truncate={!open} className="line-reasons">
          {shown?.certain && <CheckIcon size={12} />} {reasons.join(' · ')}
        </Text>
      )}
    </>
  )
}

/** The people of one name by their cities, or by their payments where these are the same. */
function useNamesakes(line: BankLine): string[] {
  const { titleOf } = useProposalWords()
  const all = namesakesOf(line)
  const paying = all.filter(({ kind }) => kind !== 'new_payment')
  const namesakes = paying.length > 1 ? paying : all
  const people = new Map(
    namesakes.flatMap(({ payments, payer }) => {
      const person = payments[0]?.contact ?? payer
      return person ? [[person.id, [fullName(person), person.city].filter(Boolean).join(', ')] as const] : []
    }),
  )
  const names = [...people.values()]
  return new Set(names).size === names.length && names.length > 1
    ? names
    : [...new Set(namesakes.map(proposal => titleOf(line, proposal)))]
}

interface ActionProps {
  action: RowAction
  line: BankLine
  open: boolean
  onAct: () => void
}

function ActionButton({ action, line, open, onAct }: ActionProps) {
  const { t } = useTranslation('bank')
  return (
    <Button
      size="xs"
      variant={open && action !== 'choose' ? 'filled' : 'default'}
      disabled={open && action === 'choose'}
      rightSection={open && action !== 'choose' ? <EnterKey /> : undefined}
      onClick={onAct}
    >
      {t(`action.${action}`)}
      <span className="unseen">{` ${line.counterparty || line.text}`}</span>
    </Button>
  )
}
