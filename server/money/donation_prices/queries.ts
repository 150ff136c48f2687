import type { Catalogue } from '../core/catalogue.ts'

export const donationPriceCatalogue: Catalogue = {
  table: 'donation_prices',
  noun: 'donation price',
  resource: 'donation_price',
  columns: sql => sql`
    c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.name, c.amount, c.currency, c.allow_custom_amount, c.hidden, c.kind`,
  order: sql => sql`c.id`,
  visibleWhen: sql => sql`not c.hidden`,
  inUse: (sql, { group_id }) => sql`
    (exists (select from donations d where d.group_id = ${group_id} and d.donation_price_id = c.id)
     or exists (select from transaction_settings s where s.group_id = ${group_id} and s.default_donation_price_id = c.id))`,
  retired: 'hidden',
}
