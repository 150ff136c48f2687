import { createHousehold } from '../contacts/households/queries.ts'
import { createRelationship } from '../contacts/relationships/queries.ts'
import type { DemoContext } from './demo.ts'
import { addDemoNote, addDemoTask, contactsAtHome, firstUsers } from './notes_queries.ts'
import { required } from './required.ts'

/** Notes, tasks, families and households of the first contacts. */
export async function fillNotes({ sql, caller, data: { notes: texts } }: DemoContext) {
  const contacts = await contactsAtHome(sql, caller, 12)
  const users = await firstUsers(sql, caller, 8)
  const contact = (place: number) => required(contacts[place], `contact ${place}`)
  const user = (place: number) => required(users[place], `user ${place}`)
  for (const [about, author, days_ago, text, pinned = false] of texts.notes) {
    const mentioned = [...text.matchAll(/@(\d)/g)].map(([, place]) => user(Number(place)))
    const stored = text.replace(/@(\d)/g, (_, place) => `@[user:${user(Number(place))}]`)
    await addDemoNote(sql, caller, {
      ...{ contact_id: contact(about).id, user_id: user(author), days_ago, text: stored, mentioned, pinned },
    })
  }
  for (const [about, author, assignee, due, title, done = false] of texts.tasks)
    await addDemoTask(sql, caller, {
      contact_id: about === null ? null : contact(about).id,
      created_by: user(author),
      assignee_id: assignee === null ? null : user(assignee),
      ...{ title, due, done },
    })
  for (const [one, other, kind, label = ''] of texts.relationships)
    await createRelationship(sql, { caller, request_id: 'demo' }, contact(one).id, {
      ...{ contact_id: contact(other).id, kind, label },
    })
  for (const places of texts.households) {
    const [first] = places
    const { id: _, surname, ...address } = contact(required(first, 'the first member'))
    const contact_ids = places.map(place => contact(place).id)
    await createHousehold(sql, caller, { name: texts.householdName(surname), ...address, contact_ids })
  }
}
