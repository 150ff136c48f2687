import { fillBooks } from './fill_books.ts'
import { fillCrowd } from './fill_crowd.ts'
import { fillField } from './fill_field.ts'
import { type Site, space } from './site.ts'
import { oneOfEach, type World } from './world.ts'

export interface Size {
  bundles: number
  contacts: number
  users: number
  teams: number
  actions: number
  visits: number
}

export const large: Size = {
  bundles: 200_000,
  contacts: 1_000_000,
  users: 2000,
  teams: 500,
  actions: 200,
  visits: 500_000,
}

/** A hundredth of it, for a quick look. */
export const small = Object.fromEntries(
  Object.entries(large).map(([name, count]) => [name, Math.ceil(count / 100)]),
) as unknown as Size

/** Fills a space, by SQL, the same each time. */
export async function fullSpace(site: Site, size: Size, tell: (line: string) => void): Promise<World> {
  const { owner, token } = site
  tell(`filling in ${size.bundles} bundles`)
  const books = await fillBooks(owner, space, size.bundles)
  tell(`filling in ${size.contacts} contacts`)
  const crowd = await fillCrowd(owner, space, size.contacts)
  tell(`filling in ${size.visits} visits`)
  const field = await fillField(owner, space, size, crowd)
  await owner.unsafe('vacuum analyze')
  await owner.unsafe('checkpoint')
  const ids = await oneOfEach(site, { books, crowd })
  return { group_id: space, token, books, crowd, field, ids }
}
