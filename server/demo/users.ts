import { recordVisit } from '../access/visit_recorder.ts'
import { registerAccount } from '../organisation/core/accounts.ts'
import { addMember } from '../organisation/core/membership.ts'
import { findRole } from '../organisation/core/roles.ts'
import { changeUser } from '../organisation/users/queries.ts'
import type { DemoContext } from './demo.ts'
import { required } from './required.ts'

// First name, surname, role, language. Every address and number below is reserved for fiction.
const people = [
  ['Amélie', 'Aubert', 'admin', 'fr'],
  ['Yasmine', 'Belkacem', 'manager', 'fr'],
  ['Thomas', 'Bonnet', 'user', 'fr'],
  ['Olivia', 'Carter', 'user', 'en'],
  ['Mathieu', 'Chevalier', 'user', 'fr'],
  ['Fatou', 'Diallo', 'manager', 'fr'],
  ['Camille', 'Dubois', 'user', 'fr'],
  ['Élodie', 'Faure', 'user', 'fr'],
  ['Nathan', 'Fournier', 'user', 'fr'],
  ['Sofia', 'Garcia', 'user', 'fr'],
  ['Julien', 'Girard', 'user', 'fr'],
  ['Emma', 'Hughes', 'user', 'en'],
  ['Inès', 'Jacob', 'user', 'fr'],
  ['Karim', 'Kaci', 'user', 'fr'],
  ['Chloé', 'Lambert', 'manager', 'fr'],
  ['Antoine', 'Lefort', 'user', 'fr'],
  ['Manon', 'Mercier', 'user', 'fr'],
  ['Daniel', 'Moore', 'user', 'en'],
  ['Linh', 'Nguyen', 'user', 'fr'],
  ['Jade', 'Olivier', 'user', 'fr'],
  ['Hugo', 'Pelletier', 'user', 'fr'],
  ['Priya', 'Raman', 'user', 'en'],
  ['Léa', 'Renard', 'user', 'fr'],
  ['Gabriel', 'Roche', 'user', 'fr'],
  ['Nora', 'Saidi', 'user', 'fr'],
  ['Étienne', 'Simon', 'user', 'fr'],
  ['Louise', 'Tessier', 'user', 'fr'],
  ['Ibrahim', 'Traore', 'user', 'fr'],
  ['Zoé', 'Vasseur', 'user', 'fr'],
  ['Arthur', 'Wright', 'user', 'en'],
  ['Rose', 'Zimmer', 'user', 'fr'],
] as const

const places = [
  ['12 rue de Belfort', 'Lyon', '69004', '45.7781,4.8302'],
  ['8 cours Gambetta', 'Lyon', '69003', '45.7542,4.8453'],
  ['31 rue Mercière', 'Lyon', '69002', '45.7630,4.8340'],
  ['5 avenue Henri Barbusse', 'Villeurbanne', '69100', '45.7665,4.8797'],
  ['17 rue de la République', 'Vénissieux', '69200', '45.6973,4.8867'],
  ['2 place Bellecour', 'Lyon', '69002', '45.7578,4.8320'],
] as const

export async function fillUsers({ sql, caller }: DemoContext) {
  const { group_id } = caller
  for (const [index, [firstname, surname, type, locale]] of people.entries()) {
    const mail = `${asciiOf(firstname)}.${asciiOf(surname)}@example.org`
    const account = await registerAccount(sql, { login_mail: mail, firstname, surname, locale, password_hash: null })
    const role = required(await findRole(sql, group_id, { name: type }), `role ${type}`)
    await addMember(sql, group_id, account, role.id)
    const [address, city, postal, location] = required(places[index % places.length], 'address')
    const phone = `+33 6 39 98 ${pair((index * 7) % 100)} ${pair((index * 13) % 100)}`
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

const pair = (number: number) => String(number).padStart(2, '0')
