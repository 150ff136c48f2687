import type { ActionAggregate } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'

// The words for numbers, the same on every screen:
// - a door is an address of the action; it is visited once it has a visit, and counts once;
// - a visit is one knock: a door that was visited twice is one door and two visits. Visits are those recorded in the field app and those
//   counted on paper and declared. The goal is a number of visits;
// - a conversation is a recorded visit at which a person was met.

/** The visits of an action: recorded ones, and those that were counted on paper. */
export const visitsDone = ({
  NbVisites,
  NbVisitesDeclared,
}: Pick<ActionAggregate, 'NbVisites' | 'NbVisitesDeclared'>) => NbVisites + NbVisitesDeclared

/** The doors without a visit. */
export const doorsLeft = ({ addresses, addresses_visited }: { addresses: number; addresses_visited: number }) =>
  addresses - addresses_visited

/** The values of “98 of 178 doors”, which is the same on home, on the page of the action and in the field app. */
export const doorProgress = ({ addresses, addresses_visited }: { addresses: number; addresses_visited: number }) => ({
  count: addresses_visited,
  visited: formatNumber(addresses_visited),
  doors: formatNumber(addresses),
})
