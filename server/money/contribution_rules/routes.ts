import { requires } from '../../http/access.ts'
import { get, patch, resource } from '../../http/operation.ts'
import { record } from '../../http/response_format.ts'
import { changeRules, checkPayment, lockRules, readRules } from './queries.ts'
import { CheckedPayment, ContributionCheck, ContributionRules, ContributionRulesChange } from './schema.ts'

export const contribution_rules = resource('contribution_rules', 'What people may pay: caps, cash and who may give.', {
  read: get('/v1/contribution_rules', {
    summary: 'Read the contribution rules of the space.',
    access: requires('catalogue:read'),
    returns: record(ContributionRules),
    etag: true,
    handle: ({ sql, caller }) => readRules(sql, caller),
  }),

  update: patch('/v1/contribution_rules', {
    summary: 'Change the contribution rules; only the fields in the request change.',
    description:
      'A `preset` sets all limits. Payments that are recorded already stay as they are, whatever the rules become; they count towards the caps.',
    access: requires('finance:settings'),
    body: ContributionRulesChange,
    returns: record(ContributionRules),
    etag: true,
    ifMatch: { returns: record(ContributionRules), read: ({ sql, caller }) => lockRules(sql, caller) },
    emits: { 'transaction_settings.updated': ({ caller }) => caller.group_id },
    handle: ({ sql, caller, body, request }) => changeRules(sql, { caller, request_id: request.id }, body),
  }),

  check: get('/v1/contribution_rules/check', {
    summary: 'Ask whether a payment would keep the rules, and what is left for its payer.',
    description:
      'For forms, before the payment is recorded. Nothing is reserved. It is a help and no certificate: it counts what this space has recorded, ' +
      'and what it does not know refuses nothing and is listed in `unknown`.',
    access: requires('finance:read'),
    query: CheckedPayment,
    returns: record(ContributionCheck),
    errors: ['not_found'],
    handle: ({ sql, caller, query }) => checkPayment(sql, caller, query),
  }),
})
