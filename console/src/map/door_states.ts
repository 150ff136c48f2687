/** What is known about a door, each with a shape of its own on the map. */
export const door_states = ['todo', 'talked', 'again', 'absent', 'refused', 'other'] as const
export type DoorState = (typeof door_states)[number]

const of_results: Record<string, DoorState> = {
  talked: 'talked',
  signed: 'talked',
  voted: 'talked',
  not_voted: 'talked',
  abstention: 'talked',
  come_back: 'again',
  absent: 'absent',
  refused: 'refused',
}

/** By the result of the last visit. The map, its legend and the summary of the field app count doors by it. */
export const doorStateOf = (result: string | undefined): DoorState =>
  result === undefined ? 'todo' : (of_results[result] ?? 'other')

export function countStates(doors: { state: DoorState }[]): Record<DoorState, number> {
  const counts = { todo: 0, talked: 0, again: 0, absent: 0, refused: 0, other: 0 }
  for (const { state } of doors) counts[state]++
  return counts
}

/** The side of a street, by the parity of the house number, so that doors of one side are merged on the map and not across the street. */
export const streetSide = ({ street, city, house_number }: { street: string; city: string; house_number: string }) =>
  street === '' ? '' : `${city}\n${street}\n${Number.parseInt(house_number, 10) % 2}`
