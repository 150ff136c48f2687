import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { changeBankRule, createBankRule, deleteBankRule, listBankRules, lockBankRule, readBankRule } from './queries.ts'
import { BankRule, BankRuleChange, NewBankRule } from './schema.ts'

const params = { id: Id }

export const bank_rules = resource('bank_rules', 'What bank lines with certain texts are.', {
  list: get('/v1/bank_rules', {
    summary: 'List rules, in the order in which they are tried.',
    access: requires('finance:read'),
    query: paging(100),
    returns: page(BankRule),
    handle: ({ sql, caller, query }) => listBankRules(sql, caller, query),
  }),

  create: post('/v1/bank_rules', {
    summary: 'Add a rule, after all others.',
    access: requires('finance:settings'),
    body: NewBankRule,
    returns: record(BankRule),
    etag: true,
    errors: ['conflict'],
    emits: { 'bank_rule.created': (_, { id }) => id },
    handle: ({ sql, caller, body }) => createBankRule(sql, caller, body),
  }),

  read: get('/v1/bank_rules/:id', {
    summary: 'Read a rule.',
    access: requires('finance:read'),
    params,
    returns: record(BankRule),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readBankRule(sql, caller, params.id),
  }),

  update: patch('/v1/bank_rules/:id', {
    summary: 'Change a rule.',
    access: requires('finance:settings'),
    params,
    body: BankRuleChange,
    returns: record(BankRule),
    etag: true,
    ifMatch: {
      returns: record(BankRule),
      read: ({ sql, caller, params }) => lockBankRule(sql, caller, params.id),
    },
    errors: ['not_found'],
    emits: { 'bank_rule.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, body }) => changeBankRule(sql, caller, params.id, body),
  }),

  delete: del('/v1/bank_rules/:id', {
    summary: 'Delete a rule.',
    access: requires('finance:settings'),
    params,
    returns: data({}),
    errors: ['not_found'],
    emits: { 'bank_rule.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await deleteBankRule(sql, caller, params.id)
      return {}
    },
  }),
})
