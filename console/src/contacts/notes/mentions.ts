import { normalizeText } from '../../components/text_match.ts'

// A stored note mentions user 12 as `@[user:12]`. The text field shows `@Ada Stone`.

export interface Mention {
  id: number
  /** What stands after the @. */
  name: string
}

interface NamedUser {
  id: number
  firstname: string
  surname: string
  mail?: string
}

/** The names of users as mentions. Namesakes have their mail address in brackets. */
export function mentionsOf(users: readonly NamedUser[]): Mention[] {
  const named = users.map(({ id, firstname, surname, mail = '' }) => ({
    id,
    mail,
    name: `${firstname} ${surname}`.trim() || mail,
  }))
  const counts = new Map<string, number>()
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  return named
    .filter(({ name }) => name !== '')
    .map(({ id, name, mail }) => ({ id, name: (counts.get(name) ?? 0) > 1 ? `${name} (${mail || id})` : name }))
}

/** The text as it is stored. Longer names come first: `@Ann Lee` is not `@Ann`. */
export function storedText(shown: string, chosen: readonly Mention[]) {
  const longest = [...chosen].sort((one, other) => other.name.length - one.name.length)
  if (longest.length === 0) return shown
  const names = longest.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const ids = new Map(longest.map(({ id, name }) => [name, id]))
  return shown.replace(new RegExp(`@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu'), (whole, name: string) => {
    const id = ids.get(name)
    return id === undefined ? whole : `@[user:${id}]`
  })
}

/** The text as the field shows it. A mention of an unknown user stays as it is stored, as does one that continues with a letter. */
export const shownText = (stored: string, known: readonly Mention[]) =>
  stored.replace(/@\[user:([1-9]\d{0,14})\](?![\p{L}\p{N}])/gu, (whole, id: string) => {
    const user = known.find(user => user.id === Number(id))
    return user ? `@${user.name}` : whole
  })

/** What is typed after an @ directly before the cursor: its start and the letters; undefined outside of a mention. */
export function mentionAt(text: string, cursor: number): { start: number; typed: string } | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]+)?)$/u.exec(text.slice(0, cursor))
  const typed = match?.[1]
  return typed === undefined ? undefined : { start: cursor - typed.length - 1, typed }
}

const suggestions_max = 8

/** The users whose first name, surname or whole name begins so, in this order. */
export function suggestMentions(users: readonly Mention[], typed: string): Mention[] {
  const wanted = normalizeText(typed)
  const begins = ({ name }: Mention) => normalizeText(name).startsWith(wanted)
  const continues = (user: Mention) => !begins(user) && normalizeText(user.name).includes(` ${wanted}`)
  return [...users.filter(begins), ...users.filter(continues)].slice(0, suggestions_max)
}

/** The text in parts, so that mentions can be highlighted. */
export function splitAtMentions(shown: string, chosen: readonly Mention[]): { text: string; mention: boolean }[] {
  const parts: { text: string; mention: boolean }[] = []
  const names = [...chosen].sort((one, other) => other.name.length - one.name.length).map(({ name }) => `@${name}`)
  let rest = shown
  let before = ''
  while (rest !== '') {
    const found = names.find(name => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)))
    const next = rest.indexOf('@', 1)
    const text = found ?? (next < 0 ? rest : rest.slice(0, next))
    if (found) {
      if (before) parts.push({ text: before, mention: false })
      parts.push({ text, mention: true })
      before = ''
    } else before += text
    rest = rest.slice(text.length)
  }
  if (before) parts.push({ text: before, mention: false })
  return parts
}
