import { resource } from '../../http/operation.ts'
import { addToCatalogue } from '../core/catalogue.ts'
import { catalogueOperations } from '../core/catalogue_operations.ts'
import { transactionStatusCatalogue as catalogue, changeStatus } from './queries.ts'
import { NewTransactionStatus, TransactionStatus, TransactionStatusChange } from './schema.ts'

export const transaction_statuses = resource(
  'transaction_statuses',
  'What has become of a payment.',
  catalogueOperations({
    path: '/v1/transaction_statuses',
    nouns: 'transaction statuses',
    catalogue,
    row: TransactionStatus,
    creation: NewTransactionStatus,
    change: TransactionStatusChange,
    create: (sql, caller, status) => addToCatalogue(sql, caller, catalogue, status),
    update: changeStatus,
  }),
)
