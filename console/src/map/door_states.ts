/** What is known about a door, each with a shape of its own on the map. */
export const door_states = ['todo', 'talked', 'again', 'absent', 'refused'] as const
export type DoorState = (typeof door_states)[number]

const of_results: Record<string, DoorState> = { talked: 'talked', come_back: 'again', refused: 'refused' }

/** By the result of the last visit. Results without a conversation, such as a leaflet, count as absent. */
export const doorStateOf = (result: string | undefined): DoorState =>
  result === undefined ? 'todo' : (of_results[result] ?? 'absent')

/** The side of a street, by the parity of the house number, so that doors of one side are merged on the map and not across the street. */
export const streetSide = ({ street, city, house_number }: { street: string; city: string; house_number: string }) =>
  street === '' ? '' : `${city}\n${street}\n${Number.parseInt(house_number, 10) % 2}`
