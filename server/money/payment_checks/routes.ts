import { requires } from '../../http/access.ts'
import { get, patch, resource } from '../../http/operation.ts'
import { record } from '../../http/response_format.ts'
import { checkSettingsIn } from '../core/checks/settings.ts'
import { changeChecks, lockChecks } from './queries.ts'
import { PaymentChecks, PaymentChecksChange } from './schema.ts'

export const payment_checks = resource('payment_checks', 'What is checked when a payment is written.', {
  read: get('/v1/payment_checks', {
    summary: 'Read what each check does.',
    description:
      '`warn`: the payment is recorded, the response has `warnings`, and they wait in `/v1/payment_warnings`. `refuse`: the payment is refused ' +
      '(422). `off`: nothing is checked.',
    access: requires('catalogue:read'),
    returns: record(PaymentChecks),
    etag: true,
    handle: ({ sql, caller }) => checkSettingsIn(sql, caller.group_id),
  }),

  update: patch('/v1/payment_checks', {
    summary: 'Change what checks do; only the fields in the request change.',
    description: 'Payments that are recorded already are checked when they change.',
    access: requires('finance:settings'),
    body: PaymentChecksChange,
    returns: record(PaymentChecks),
    etag: true,
    ifMatch: { returns: record(PaymentChecks), read: ({ sql, caller }) => lockChecks(sql, caller.group_id) },
    emits: { 'payment_checks.updated': ({ caller }) => caller.group_id },
    handle: ({ sql, caller, body, request }) => changeChecks(sql, { caller, request_id: request.id }, body),
  }),
})
