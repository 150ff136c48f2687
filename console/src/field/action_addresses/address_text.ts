import type { ListedAddress } from '../../api.ts'

/** The house number and street, or the city. */
export const addressLine = ({ house_number, street, city }: ListedAddress) =>
  [house_number, street || city].filter(Boolean).join(' ')

/** The door within the house. */
export const doorLine = ({ building, addition, floor_name, door }: ListedAddress) =>
  [building, addition, floor_name, door].filter(Boolean).join(', ')

export const cityLine = ({ postal_code, city }: ListedAddress) => `${postal_code} ${city}`.trim()
