import { invalid } from '../../errors.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { csv } from '../../http/response_format.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { rangeEnd, rangeStart } from '../../time_zone.ts'
import { fecOf } from './fec.ts'
import { checkEuros, receivedPaymentsOf } from './queries.ts'
import { LedgerParams } from './schema.ts'

const first_instant = '0001-01-01T00:00:00.000Z'
const last_instant = '9999-12-31T23:59:59.999Z'

export const ledger = resource('ledger', 'Payments as accounting entries.', {
  export: get('/v1/ledger.csv', {
    summary: 'Download received payments as a French FEC (fichier des écritures comptables).',
    description:
      'From `from` to `to`, both days included, by the date of the payment in the time zone of the space. ' +
      'Pending, unpaid and cancelled payments are left out. Euros only: refused where there are payments in other currencies.',
    access: requires('finance:read'),
    query: LedgerParams,
    returns: csv,
    handle: async ({ sql, caller, query: { from, to, separator } }) => {
      const time_zone = await timeZoneOf(sql, caller.group_id)
      const span = {
        from: from === undefined ? first_instant : rangeStart(time_zone, from),
        to: to === undefined ? last_instant : rangeEnd(time_zone, to),
      }
      if (span.to < span.from) throw invalid('query.to', 'must not be before from', to)
      await checkEuros(sql, caller, span)
      return fecOf(receivedPaymentsOf(sql, caller, span), separator === 'tab' ? '\t' : separator, time_zone)
    },
  }),
})
