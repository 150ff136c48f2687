import { invalid } from '../../errors.ts'
import { validInstant, validLastInstant } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { csv } from '../../http/response_format.ts'
import { fecOf } from './fec.ts'
import { checkEuros, receivedPaymentsOf } from './queries.ts'
import { LedgerParams } from './schema.ts'

const first_instant = '0001-01-01T00:00:00.000Z'
const last_instant = '9999-12-31T23:59:59.999Z'

export const ledger = resource('ledger', 'Payments as accounting entries.', {
  export: get('/v1/ledger.csv', {
    summary: 'Download received payments as a French FEC (fichier des écritures comptables).',
    description:
      'From `from` to `to`, both days included, by the date of the payment. Pending, unpaid and cancelled payments are left out. ' +
      'Euros only: refused where there are payments in other currencies.',
    access: requires('finance:read'),
    query: LedgerParams,
    returns: csv,
    handle: async ({ sql, caller, query: { from, to, separator } }) => {
      const span = {
        from: from === undefined ? first_instant : validInstant(from),
        to: to === undefined ? last_instant : validLastInstant(to),
      }
      if (span.to < span.from) throw invalid('query.to', 'must not be before from', to)
      await checkEuros(sql, caller, span)
      return fecOf(receivedPaymentsOf(sql, caller, span), separator === 'tab' ? '\t' : separator)
    },
  }),
})
