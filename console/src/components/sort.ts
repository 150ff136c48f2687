/** The column that rows are sorted by, and the direction. */
export interface Sort {
  by: string
  up: boolean
}

/** The order after a press on a column: up at first, then the other direction. */
export const nextSort = (by: string, sort: Sort | undefined): Sort => ({ by, up: sort?.by === by ? !sort.up : true })

/** An order in the address: the key of a column, with a leading minus if it is descending. */
export const sortText = ({ by, up }: Sort) => (up ? by : `-${by}`)

export const sortOfText = (text: string): Sort => ({ by: text.replace(/^-/, ''), up: !text.startsWith('-') })

/** The order in the address, if the list has it and it is not the usual one. */
export function parseSort<Text extends string>(texts: readonly Text[], usual: Text, sent: unknown): { sort?: Text } {
  const sort = texts.find(text => text === sent)
  return sort && sort !== usual ? { sort } : {}
}

/** What the address needs for an order: nothing for the usual one. */
export function sortParam<Text extends string>(usual: Text, sort: Sort): { sort: Text | undefined } {
  // Only columns with an order of the server are sortable.
  const text = sortText(sort) as Text
  return { sort: text === usual ? undefined : text }
}
