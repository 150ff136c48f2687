import type { ActionAggregate } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'

/** The visits that count toward the goal of an action, on every screen: recorded ones, and those that were counted on paper. */
export const visitsDone = ({
  NbVisites,
  NbVisitesDeclared,
}: Pick<ActionAggregate, 'NbVisites' | 'NbVisitesDeclared'>) => NbVisites + NbVisitesDeclared

/** The doors without a visit. A door that was visited twice is one door, and two visits. */
export const doorsLeft = ({ addresses, addresses_visited }: { addresses: number; addresses_visited: number }) =>
  addresses - addresses_visited

/** The values of “98 of 178 doors”, which is the same on home, on the page of the action and in the field app. */
export const doorProgress = ({ addresses, addresses_visited }: { addresses: number; addresses_visited: number }) => ({
  count: addresses_visited,
  visited: formatNumber(addresses_visited),
  doors: formatNumber(addresses),
})
