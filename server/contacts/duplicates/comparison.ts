import type { ReasonName, Strength } from './reason_queries.ts'
import type { Difference } from './schema.ts'
import type { ComparedContact } from './summary_queries.ts'

/** How the names of two contacts relate: the same, possibly the same because a first name is missing or shortened, or different. */
type Names = 'same' | 'compatible' | 'different'

/** How strong each reason is by itself, by the names of the two. Families share mail addresses and telephones. */
const strength_by_names: Record<ReasonName, Record<Names, Strength>> = {
  birthdate: { same: 'strong', compatible: 'strong', different: 'strong' },
  mail: { same: 'strong', compatible: 'likely', different: 'likely' },
  mobile: { same: 'strong', compatible: 'likely', different: 'possible' },
  address: { same: 'likely', compatible: 'likely', different: 'likely' },
  phone: { same: 'likely', compatible: 'possible', different: 'possible' },
}

const strengths: Strength[] = ['strong', 'likely', 'possible']

/** What speaks against two contacts being one person. A value that one of them lacks does not. */
export function differencesOf(one: ComparedContact, other: ComparedContact): Difference[] {
  const differ = (a: string | null, b: string | null) => Boolean(a && b && a !== b)
  return [
    ...(differ(one.surname_key, other.surname_key) ? ['surname' as const] : []),
    ...(isShortFor(one.firstname_key, other.firstname_key) ? [] : ['firstname' as const]),
    ...(differ(one.gender, other.gender) ? ['gender' as const] : []),
    ...(differ(one.birthdate, other.birthdate) ? ['birthdate' as const] : []),
  ]
}

/** Whether one first name begins the other, as J and Jean, or is missing. */
const isShortFor = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

/** The strongest of the reasons; two people who differ in first name, gender or birthdate are never certain to be the same. */
export function strengthOf(reasons: ReasonName[], one: ComparedContact, other: ComparedContact): Strength {
  const differences = differencesOf(one, other)
  if (differences.some(name => name !== 'surname')) return reasons.includes('birthdate') ? 'likely' : 'possible'
  const names = namesOf(one, other, differences)
  const each = reasons.map(reason => strengths.indexOf(strength_by_names[reason][names]))
  return strengths[Math.min(...each)] ?? 'possible'
}

function namesOf(one: ComparedContact, other: ComparedContact, differences: Difference[]): Names {
  if (differences.includes('surname')) return 'different'
  const full = one.surname_key !== '' && one.firstname_key !== ''
  const same = one.surname_key === other.surname_key && one.firstname_key === other.firstname_key
  return full && same ? 'same' : 'compatible'
}

/** Two people with one telephone, of other names and another gender or birthdate: colleagues, or a number that was given away. */
export function areStrangers(one: ComparedContact, other: ComparedContact) {
  const differences = differencesOf(one, other)
  return differences.length > 2 && differences.includes('surname') && differences.includes('firstname')
}

/**
 * A group is as certain as its least certain pair; pairs that are known to be different people do not count. Undefined if no two of the
 * others can be one person.
 */
export function compareGroup(reason: ReasonName, members: ComparedContact[], different: [number, number][]) {
  const known = new Set(different.map(pair => pair.join(' ')))
  const pairs = members.flatMap((one, index) =>
    members.slice(index + 1).flatMap(other => (known.has(`${one.id} ${other.id}`) ? [] : [[one, other] as const])),
  )
  if (pairs.every(([one, other]) => areStrangers(one, other))) return undefined
  const weakest = Math.max(...pairs.map(([one, other]) => strengths.indexOf(strengthOf([reason], one, other))))
  return {
    strength: strengths[weakest] ?? 'possible',
    differences: [...new Set(pairs.flatMap(([one, other]) => differencesOf(one, other)))],
  }
}
