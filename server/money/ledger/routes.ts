import { invalid } from '../../errors.ts'
import { instantOf, lastInstantOf } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { csv } from '../../http/reply.ts'
import { fecOf } from './fec.ts'
import { checkEuros, receiptsOf } from './queries.ts'
import { LedgerParams } from './schema.ts'

const first_instant = '0001-01-01T00:00:00.000Z'
const last_instant = '9999-12-31T23:59:59.999Z'

export const ledger = resource('ledger', 'The books as accountants want them.', {
  export: get('/v1/ledger.csv', {
    summary: 'Download the money that came as a French FEC, the file of accounting entries.',
    description:
      'From `from` to `to`, both days included, by the date of the payment. What was paid is booked when the money has come: ' +
      'pending, unpaid and cancelled payments are left out. Euros only: where there are payments in other currencies it is refused.',
    access: requires('finance:read'),
    query: LedgerParams,
    returns: csv,
    handle: async ({ sql, caller, query: { from, to, separator } }) => {
      const span = {
        from: from === undefined ? first_instant : instantOf(from)!,
        to: to === undefined ? last_instant : lastInstantOf(to)!,
      }
      if (span.to < span.from) throw invalid('query.to', 'must not be before from', to)
      await checkEuros(sql, caller, span)
      return fecOf(receiptsOf(sql, caller, span), separator === 'tab' ? '\t' : separator)
    },
  }),
})
