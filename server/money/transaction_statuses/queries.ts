import type { Catalogue } from '../catalogue.ts'

export const transactionStatusCatalogue: Catalogue = {
  table: 'transaction_statuses',
  noun: 'transaction status',
  told_as: 'transaction_status',
  columns: sql =>
    sql`c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.name, c.color, c.kind, c.archived`,
  order: sql => sql`c.id`,
  // Old payments carry archived statuses, so everybody must be able to read their names.
  shown: sql => sql`true`,
  inUse: (sql, { group_id }) => sql`
    exists (select from transactions t where t.group_id = ${group_id} and t.status_id = c.id)`,
  retired: 'archived',
  needed: {
    when: (sql, { group_id }) => sql`
      exists (select from transaction_settings s where s.group_id = ${group_id} and s.default_status_id = c.id)`,
    instead: 'New payments get it where none is sent: choose another default in the settings first.',
  },
}
