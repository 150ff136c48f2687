import type { DemoTeam } from '../data.ts'

/** The teams, with the surnames of their leaders and members. */
export const teams: DemoTeam[] = [
  {
    name: 'Harbourside',
    description: 'Doors every Tuesday evening. Meet at the lock-up by the swing bridge at six.',
    leaders: ['Vale'],
    users: ['Price', 'Pritchard', 'Mensah', 'Thorne'],
    address: {
      ...{ housenumber: '4', street: 'Cumberland Road', postalcode: 'BS1 6UG', city: 'Bristol', country: 'GB' },
      ...{ lattitude: '51.4467', longitude: '-2.6068', location: '51.4467, -2.6068' },
    },
  },
  {
    name: 'Bedminster',
    description: 'Stall on North Street on Saturday mornings, then doors until lunch.',
    leaders: ['Hussain'],
    users: ['Rees', 'Farah', 'Blake'],
    address: {
      ...{ housenumber: '12', street: 'North Street', postalcode: 'BS3 1JA', city: 'Bristol', country: 'GB' },
      ...{ lattitude: '51.4416', longitude: '-2.6065', location: '51.4416, -2.6065' },
    },
  },
  {
    name: 'Casework',
    description: 'Repairs, deposits and eviction notices. Replies within two days.',
    hide_users: true,
    leaders: ['Campbell'],
    users: ['Chapman', 'Brennan'],
  },
  {
    name: 'Treasury',
    description: 'Subs, the cheque run and the books.',
    private: true,
    leaders: ['Campbell'],
    users: ['Patel'],
  },
]
