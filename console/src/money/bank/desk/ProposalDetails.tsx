import { Checkbox, Group, Paper, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankLine, BankProposal } from '../../../api.ts'
import { formatMoney, formatPercent, fullName } from '../../../components/formats.ts'
import { toggleId } from '../../../components/selection.ts'
import { formatSpaceDay } from '../../../components/space_day.ts'
import { useMethodName } from '../../transaction_bundles/use_method_name.ts'
import { type Choice, chosenMatches, proposalOf, restOf } from './choice.ts'
import { useProposalWords } from './use_proposal_words.ts'

interface Props {
  line: BankLine
  choice: Choice
  onChoice: (choice: Choice) => void
}

/** The proposals to choose from, and the payments of the chosen one. */
export function ProposalDetails({ line, choice, onChoice }: Props) {
  const { t } = useTranslation('bank')
  const proposal = proposalOf(line, choice)
  const several = line.proposals.length > 1
  if (!several && !proposal?.payments.length && proposal?.kind !== 'return') return null
  return (
    <Stack gap="xs">
      {several && <Alternatives line={line} choice={choice} onChoice={onChoice} />}
      {proposal && proposal.payments.length > 0 && (
        <Payments line={line} proposal={proposal} choice={choice} onChoice={onChoice} />
      )}
      {proposal?.kind === 'return' && (
        <Text size="sm" c="var(--mantine-color-orange-light-color)">
          {t('return_follows')}
        </Text>
      )}
    </Stack>
  )
}

function Alternatives({ line, choice, onChoice }: Props) {
  const { t } = useTranslation('bank')
  const { titleOf, reasonsOf } = useProposalWords()
  const chosen = proposalOf(line, choice)
  const index = chosen ? line.proposals.indexOf(chosen) : -1
  return (
    <Radio.Group
      aria-label={t('proposal.alternatives')}
      value={String(index)}
      onChange={value => onChoice({ index: Number(value), without: new Set() })}
    >
      <Stack gap={6}>
        {line.proposals.map((proposal, place) => (
          <Radio
            // biome-ignore lint/suspicious/noArrayIndexKey: proposals have no id; their order is their rank.
            key={place}
            value={String(place)}
            label={`${place + 1}. ${nameOf(titleOf(line, proposal), proposal)}`}
            description={[
              formatPercent(proposal.score / 100),
              // Those of the chosen one stand above.
              ...(proposal === chosen ? [] : reasonsOf(line, proposal)),
            ].join(' · ')}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** People of the same name differ by their city. */
const nameOf = (title: string, { payments, payer }: BankProposal) =>
  [title, payments.length === 1 ? payments[0]?.contact.city : payer?.city].filter(Boolean).join(', ')

interface PaymentsProps extends Props {
  proposal: BankProposal
}

function Payments({ line, proposal, choice, onChoice }: PaymentsProps) {
  const { t } = useTranslation('bank')
  const methodName = useMethodName()
  const { payments } = proposal
  const { currency } = line
  const matches = chosenMatches(line, choice)
  const rest = restOf(line, matches)
  const single = payments.length === 1
  return (
    <Paper withBorder className="proposed-payments">
      <ul className="plain-list">
        {payments.map(({ transaction_id: id, contact, date, left, payment_method_kind }) => (
          <li key={id}>
            {single ? (
              <span>{fullName(contact)}</span>
            ) : (
              <Checkbox
                size="xs"
                label={fullName(contact)}
                checked={!choice.without.has(id)}
                onChange={() => onChoice({ ...choice, without: toggleId(choice.without, id) })}
              />
            )}
            <Text span size="sm" c="dimmed">
              {[formatSpaceDay(date), single && methodName(payment_method_kind)].filter(Boolean).join(' · ')}
            </Text>
            <span className="figures">{formatMoney(matchedOf(proposal, id) ?? left, currency)}</span>
          </li>
        ))}
      </ul>
      <Group gap="sm" className="proposed-sum">
        {proposal.matches
          .filter(({ kind }) => kind === 'account')
          .map(({ account, amount }) => (
            <Text key={account} size="sm">
              {t('split.fee', { account, amount: formatMoney(amount, currency) })}
            </Text>
          ))}
        <Text size="sm" fw={600}>
          {t('split.chosen', { count: matches.length, amount: formatMoney(line.amount - rest, currency) })}
        </Text>
        <Text size="sm" fw={600} className={rest === 0 ? 'rest-none' : 'rest-some'} aria-live="polite">
          {t('split.rest', { amount: formatMoney(rest, currency) })}
        </Text>
      </Group>
    </Paper>
  )
}

const matchedOf = ({ matches }: BankProposal, id: number) =>
  matches.find(({ transaction_id }) => transaction_id === id)?.amount
