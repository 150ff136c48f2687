import { page_size_max } from '../fields.ts'
import { createTeam } from '../organisation/teams/queries.ts'
import { listUsers } from '../organisation/users/queries.ts'
import type { DemoContext } from './demo.ts'
import { required } from './required.ts'

/** The teams, with the surnames of their leaders and members. */
const teams = [
  {
    name: 'Croix-Rousse',
    description: 'Porte-à-porte et tractage sur le plateau. Rendez-vous le mardi soir.',
    leaders: ['Belkacem'],
    users: ['Perrin', 'Bonnet', 'Carter', 'Chevalier', 'Dubois', 'Faure'],
    address: {
      housenumber: '12',
      street: 'rue de Belfort',
      postalcode: '69004',
      citycode: '69384',
      city: 'Lyon',
      country: 'FR',
      lattitude: '45.7781',
      longitude: '4.8302',
      location: '45.7781, 4.8302',
    },
  },
  {
    name: 'Guillotière',
    description: 'Permanence le samedi matin au marché.',
    leaders: ['Diallo', 'Fournier'],
    users: ['Garcia', 'Girard', 'Hughes', 'Jacob', 'Kaci'],
    address: {
      housenumber: '8',
      street: 'cours Gambetta',
      postalcode: '69003',
      citycode: '69383',
      city: 'Lyon',
      country: 'FR',
      lattitude: '45.7542',
      longitude: '4.8453',
      location: '45.7542, 4.8453',
    },
  },
  {
    name: 'Villeurbanne',
    description: 'Team of the east: students and tenants, in French and English.',
    leaders: ['Okafor'],
    users: ['Lefort', 'Mercier', 'Moore', 'Nguyen', 'Wright'],
    address: {
      housenumber: '5',
      street: 'avenue Henri Barbusse',
      postalcode: '69100',
      citycode: '69266',
      city: 'Villeurbanne',
      country: 'FR',
      lattitude: '45.7665',
      longitude: '4.8797',
      location: '45.7665, 4.8797',
    },
  },
  {
    name: 'Accueil des bénévoles',
    description: 'Appelle chaque nouvelle personne dans la semaine.',
    hide_users: true,
    leaders: ['Lambert'],
    users: ['Olivier', 'Pelletier', 'Raman', 'Renard'],
  },
  {
    name: 'Trésorerie',
    description: 'Remises de chèques, relances et comptes.',
    private: true,
    leaders: ['Benali'],
    users: ['Aubert', 'Roche'],
  },
  {
    name: 'Service d’ordre',
    description: 'Sécurité des rassemblements.',
    private: true,
    hide_users: true,
    leaders: ['Aubert'],
    users: ['Saidi', 'Simon', 'Traore'],
  },
  {
    name: 'Presse et réseaux',
    description: 'Communiqués, photos, relecture.',
    leaders: ['Lambert'],
    users: ['Tessier', 'Vasseur', 'Zimmer', 'Carter'],
    address: {
      housenumber: '31',
      street: 'rue Mercière',
      postalcode: '69002',
      citycode: '69382',
      city: 'Lyon',
      country: 'FR',
      building: 'B',
      floor: '2',
      lattitude: '45.7630',
      longitude: '4.8340',
      location: '45.7630, 4.8340',
    },
  },
]

export async function fillTeams({ sql, caller }: DemoContext) {
  const { users: all } = await listUsers(sql, caller, { limit: page_size_max, offset: 0, sort: true })
  const idOf = new Map(all.map(({ surname, id }) => [surname, id]))
  const people = (surnames: string[]) => surnames.map(surname => ({ id: required(idOf.get(surname), surname) }))
  for (const { leaders, users, ...team } of teams) {
    await createTeam(sql, caller, {
      private: false,
      hide_users: false,
      ...team,
      leaders: people(leaders),
      users: people(users),
    })
  }
}
