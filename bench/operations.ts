/** What is measured, in this order. */
export const operations = {
  create: 'create a bundle',
  list: 'list of 100',
  cursor: 'list of 100 in the middle, by cursor',
  read: 'read one',
  patch: 'change one',
} as const

export type Operation = keyof typeof operations
