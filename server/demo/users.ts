import { recordVisit } from '../access/visit_recorder.ts'
import { registerAccount } from '../organisation/core/accounts.ts'
import { addMember } from '../organisation/core/membership.ts'
import { findRole } from '../organisation/core/roles.ts'
import { changeUser } from '../organisation/users/queries.ts'
import type { DemoContext } from './demo.ts'
import { required } from './required.ts'

export async function fillUsers({ sql, caller, data: { users } }: DemoContext) {
  const { group_id } = caller
  for (const [index, [firstname, surname, type, locale]] of users.people.entries()) {
    const mail = `${asciiOf(firstname)}.${asciiOf(surname)}@${users.mail_domain}`
    const account = await registerAccount(sql, { login_mail: mail, firstname, surname, locale, password_hash: null })
    const role = required(await findRole(sql, group_id, { name: type }), `role ${type}`)
    await addMember(sql, group_id, account, role.id)
    const [address, city, postal, location] = required(users.places[index % users.places.length], 'address')
    const phone = users.phoneOf(index)
    const birthdate = new Date(Date.UTC(1955 + ((index * 5) % 48), index % 12, 1 + ((index * 3) % 28))).toISOString()
    const days_ago = daysSinceVisit(index)
    if (days_ago !== undefined) await recordVisit(sql, { id: account.id, group_id }, dayBefore(days_ago))
    await changeUser(sql, caller, account.id, { mail, phone, address, city, postal, location, birthdate })
  }
}

/** Most came this month, some have not come for months, and some never. */
const daysSinceVisit = (index: number) => {
  if (index % 11 === 7) return undefined
  return index % 8 === 5 ? 90 + index * 3 : (index * 5) % 29
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()
