import type { ListedAddress } from '../../api.ts'

/** The house and the street, or whatever is known of where it is. */
export const addressLine = ({ house_number, street, city }: ListedAddress) =>
  [house_number, street || city].filter(Boolean).join(' ')

/** Which door it is in the house. */
export const doorLine = ({ building, addition, floor_name, door }: ListedAddress) =>
  [building, addition, floor_name, door].filter(Boolean).join(', ')
