import type { BankLine, BankProposal, NewBankMatch } from '../../../api.ts'

/** What was chosen by hand for a line. */
export interface Choice {
  /** The place of the proposal; undefined until one is chosen. */
  index?: number | undefined
  /** The transactions that were unchecked. */
  without: ReadonlySet<number>
}

export const no_choice: Choice = { without: new Set() }

/** The proposals of people of the same name. */
export const namesakesOf = ({ proposals }: BankLine) =>
  proposals.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'namesakes'))

/** Whether one of several people of the same name must be chosen. */
const hasNamesakes = (line: BankLine) => namesakesOf(line).length > 1

/** The proposal that is accepted: the chosen one, else the likeliest, and none while a namesake must be chosen. */
export const proposalOf = (line: BankLine, { index }: Choice): BankProposal | undefined =>
  line.proposals[index ?? (hasNamesakes(line) ? -1 : 0)]

/** The matches of the proposal without those that were unchecked. */
export const chosenMatches = (line: BankLine, choice: Choice): NewBankMatch[] =>
  (proposalOf(line, choice)?.matches ?? []).filter(
    ({ transaction_id }) => transaction_id === undefined || !choice.without.has(transaction_id),
  )

export const restOf = ({ amount }: BankLine, matches: { amount: number }[]) =>
  amount - matches.reduce((sum, match) => sum + match.amount, 0)

/**
 * What Enter and the button of a row do. `choose`: one of several people. `pay`: record a payment. `find`: look for what the line is. `split`: parts of a
 * proposal were unchecked.
 */
export type RowAction = 'accept' | 'record' | 'ignore' | 'choose' | 'pay' | 'find' | 'split'

export function actionOf(line: BankLine, choice: Choice): RowAction {
  const proposal = proposalOf(line, choice)
  if (!proposal) return hasNamesakes(line) ? 'choose' : line.amount > 0 ? 'pay' : 'find'
  if (proposal.matches.length > 0) {
    if (restOf(line, chosenMatches(line, choice)) !== 0) return 'split'
    return proposal.kind === 'return' ? 'record' : 'accept'
  }
  if (proposal.rule?.outcome.kind === 'ignore') return 'ignore'
  if (proposal.rule && proposal.payer) return 'accept'
  return line.amount > 0 ? 'pay' : 'find'
}
