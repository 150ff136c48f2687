import { createHousehold } from '../contacts/households/queries.ts'
import { createRelationship } from '../contacts/relationships/queries.ts'
import type { NewRelationship } from '../contacts/relationships/schema.ts'
import type { DemoContext } from './demo.ts'
import { addDemoNote, addDemoTask, contactsAtHome, firstUsers } from './notes_queries.ts'
import { required } from './required.ts'

// People are numbers: contacts by their place among those with an address, users by their place in the space.

interface DemoTexts {
  /** Contact, author, days ago, text; `@1` mentions the second user. The last is whether it is pinned. */
  notes: [contact: number, author: number, days_ago: number, text: string, pinned?: boolean][]
  /** Contact or null, author, assignee or null, days until it is due or null, title. The last is whether it is done. */
  tasks: [
    contact: number | null,
    author: number,
    assignee: number | null,
    due: number | null,
    title: string,
    done?: boolean,
  ][]
  /** What the second contact is to the first. */
  relationships: [contact: number, other: number, kind: NewRelationship['kind'], label?: string][]
  /** The members; the first gives the address and the name. */
  households: number[][]
  nameOf: (surname: string) => string
}

export const fillFrenchNotes = (context: DemoContext) =>
  fill(context, {
    notes: [
      [0, 0, 6, 'À appeler **après 18 h**. Préfère une tâche courte mais régulière.', true],
      [0, 1, 14, 'Veut un jardin partagé place Bellevue.\n\n- tiendrait un stand le samedi\n- prête sa sono'],
      [0, 2, 75, 'Rencontrée à la fête du quartier. @0 peux-tu lui proposer la réunion du mois prochain ?'],
      [1, 1, 3, 'Propose la salle de l’école pour la réunion. @0, on dit oui ?'],
      [1, 0, 40, 'Ne souhaite plus recevoir de SMS, le courrier lui convient.'],
      [2, 2, 9, 'Déménage à Villeurbanne en fin d’année : voir avec l’équipe de là-bas.'],
      [3, 1, 21, 'Connaît bien le bailleur. **À associer** au dossier chauffage.', true],
      [4, 0, 30, 'Journaliste à la retraite, relit volontiers nos tracts.'],
      [5, 4, 12, 'Disponible les mercredis matin, avec ses enfants.'],
      [6, 5, 2, 'A signé la pétition et pris dix tracts pour l’immeuble.'],
    ],
    tasks: [
      [0, 1, 0, -1, 'Rappeler pour la salle du 28'],
      [0, 0, 1, 13, 'Envoyer l’appel à cotisation 2027'],
      [1, 1, 0, 0, 'Confirmer la salle de l’école'],
      [3, 0, 0, 2, 'Préparer le dossier chauffage'],
      [2, 2, 0, 4, 'Transmettre la nouvelle adresse à l’équipe de Villeurbanne'],
      [4, 0, 2, -3, 'Faire relire le tract de décembre'],
      [6, 5, 3, 1, 'Déposer vingt tracts de plus'],
      [null, 0, 0, null, 'Réserver l’imprimeur pour janvier'],
      [null, 0, 4, 20, 'Mettre à jour le classeur d’accueil'],
      [5, 4, null, 6, 'Proposer une garde d’enfants pour la réunion'],
      [0, 0, 0, -20, 'Remercier pour le don de septembre', true],
      [3, 1, 1, -8, 'Demander le contact du bailleur', true],
    ],
    relationships: [
      [0, 1, 'partner'],
      [0, 2, 'child'],
      [1, 2, 'child'],
      [0, 3, 'colleague'],
      [3, 4, 'sibling'],
      [4, 5, 'other', 'voisine de palier'],
    ],
    households: [
      [0, 1, 2],
      [6, 7],
    ],
    nameOf: surname => `Foyer ${surname}`,
  })

export const fillEnglishNotes = (context: DemoContext) =>
  fill(context, {
    notes: [
      [0, 0, 4, 'Best reached **after 6 pm**. Happy to hold the first meeting in her kitchen.', true],
      [
        0,
        0,
        18,
        'Repairs still outstanding:\n\n- damp in the back bedroom\n- front door lock\n- lift out of order since May',
      ],
      [3, 0, 7, 'Knows everyone on Harbour Road. Ask her before the next door-knock.'],
      [5, 0, 11, 'Rent went up by 9 per cent in April. Has kept every letter.'],
      [7, 0, 25, 'Retired solicitor, can look over letters to the landlord.'],
    ],
    tasks: [
      [0, 0, 0, -1, 'Ring back about the kitchen meeting'],
      [5, 0, 0, 0, 'Collect copies of the rent letters'],
      [3, 0, 1, 2, 'Walk Harbour Road with the new leaflets'],
      [7, 0, 0, 9, 'Ask for a second look at the repairs letter'],
      [null, 0, 0, null, 'Find a room for thirty people'],
      [10, 0, 0, -6, 'Welcome call', true],
    ],
    relationships: [
      [0, 1, 'partner'],
      [0, 2, 'child'],
      [1, 2, 'child'],
      [5, 6, 'sibling'],
      [3, 4, 'other', 'next-door neighbour'],
    ],
    households: [
      [0, 1, 2],
      [5, 6],
    ],
    nameOf: surname => `${surname} household`,
  })

async function fill({ sql, caller }: DemoContext, texts: DemoTexts) {
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
    await createHousehold(sql, caller, { name: texts.nameOf(surname), ...address, contact_ids })
  }
}
