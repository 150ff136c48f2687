import express from 'express'
import { DataTypes, Sequelize } from 'sequelize'

// A list of payments with Express and Sequelize: a model for each table, associations, and `include`.

const { PORT, TOKEN, DB_HOST } = process.env
const sequelize = new Sequelize('postgres', 'postgres', '', {
  host: DB_HOST,
  dialect: 'postgres',
  schema: 'peers',
  logging: false,
  pool: { max: 10 },
  define: { timestamps: true, createdAt: 'created_at', updatedAt: 'updated_at' },
})
const { INTEGER, TEXT, DATE, BOOLEAN } = DataTypes
const texts = (...names) => Object.fromEntries(names.map(name => [name, { type: TEXT, defaultValue: '' }]))
const numbers = (...names) => Object.fromEntries(names.map(name => [name, { type: INTEGER, defaultValue: 0 }]))
// A new object for each model, because Sequelize changes it.
const item = () => ({
  group_id: INTEGER,
  amount: INTEGER,
  currency: { type: TEXT, defaultValue: 'EUR' },
  ...texts('comment'),
})
const now = () => ({ type: DATE, defaultValue: DataTypes.NOW })

const Contact = sequelize.define(
  'contact',
  { group_id: INTEGER, firstname: TEXT, surname: TEXT, membership_number: INTEGER, membership_code: TEXT },
  { tableName: 'contacts', timestamps: false },
)
const Bundle = sequelize.define('bundle', { group_id: INTEGER }, { tableName: 'bundles' })
const Transaction = sequelize.define(
  'transaction',
  {
    ...item(),
    payment_method_kind: TEXT,
    payment_method: { type: DataTypes.JSON, defaultValue: {} },
    date: now(),
    ...texts('code_campaign', 'delivery_token'),
    delivered_at: DATE,
    comment_date: DATE,
    ...numbers('reimbursed_amount', 'unpaid_amount'),
    external_transaction_id: TEXT,
    status_id: INTEGER,
    extra_json: { type: DataTypes.JSON, defaultValue: {} },
  },
  { tableName: 'transactions' },
)
const Membership = sequelize.define(
  'membership',
  {
    ...item(),
    start_date: now(),
    end_date: DATE,
    membership_price_id: INTEGER,
    amount_initial: INTEGER,
    rolling_year: { type: BOOLEAN, defaultValue: false },
  },
  { tableName: 'memberships' },
)
const Donation = sequelize.define(
  'donation',
  { ...item(), date: now(), initial_amount: INTEGER, donation_price_id: INTEGER, ...texts('affectation') },
  { tableName: 'donations' },
)
for (const model of [Transaction, Membership, Donation]) {
  Bundle.hasMany(model, { foreignKey: 'bundle_id' })
  model.belongsTo(Bundle, { foreignKey: 'bundle_id' })
  model.belongsTo(Contact, { foreignKey: 'contact_id' })
}
// A query for each kind: as fast as one join, also for large bundles.
const include = [
  { model: Transaction, separate: true },
  { model: Membership, separate: true, include: [Contact] },
  { model: Donation, separate: true, include: [Contact] },
]

const app = express()
app.use((request, response, next) =>
  request.get('authorization') === `Bearer ${TOKEN}` ? next() : response.status(401).json({ error: 'unauthorized' }),
)

app.get('/bundles', async (request, response) => {
  const { limit = '100', offset = '0', group_id } = request.query
  const data = await Bundle.findAll({
    where: { group_id: Number(group_id) },
    include,
    order: [['id', 'DESC']],
    limit: Math.min(Number(limit), 1000),
    offset: Number(offset),
  })
  response.json({ status: 'success', data })
})

app.listen(Number(PORT), '127.0.0.1')
