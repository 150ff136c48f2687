/** Where each kind of record opens. */
export const places = {
  contacts: (id: number) => ['/contacts', { open: id }],
  payments: (id: number) => ['/payments', { view: 'all', open: id }],
  teams: (id: number) => ['/teams', { open: id }],
  actions: (id: number) => [`/actions/${id}`, {}],
  users: (id: number) => ['/settings/users', { open: id }],
} satisfies Record<string, (id: number) => [to: string, search: object]>
