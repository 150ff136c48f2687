import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { type DatabaseFunction, functionsFile } from '../db/functions.ts'
import { functions } from '../functions.ts'
import { ruleViolations } from './statement_rules.ts'

// The driver does not see the statements inside of functions, so they are read from the definitions.

function statementsOf(definition: DatabaseFunction): string[] {
  const text = functionsFile([definition])
  const tree = parsePlPgSQLSync(text.slice(text.indexOf(`create or replace function ${definition.name}(`)))
  const found: string[] = []
  JSON.stringify(tree, (key, value) => {
    if (key === 'query' && typeof value === 'string') found.push(value)
    return value
  })
  return found.filter(query => !/^\s*set local/.test(query)).map(query => asStatement(query, definition.name))
}

/** An expression or an assignment as a statement, with parameters of the function as parameters of the statement. */
function asStatement(query: string, name: string) {
  const text = query.replace(/^\s*[\w.]+\s*:=/, '').replace(/\bspace\b/g, '$$1')
  const statement = /^\s*(select|insert|update|delete|with)\b/i.test(text) ? text : `select ${text}`
  return statement.replace(new RegExp(`\\b${name}\\.\\w+`, 'g'), '$$2')
}

const faultsOf = (definition: DatabaseFunction) =>
  statementsOf(definition).flatMap(text =>
    ruleViolations(parseSync(text) as object).map(fault => `${fault}\n${text.trim()}`),
  )

const probe = (body: string): DatabaseFunction => ({ name: 'probe', returns: 'void', body })

describe('the statements in a function of the database', () => {
  before(() => loadModule())

  for (const definition of functions)
    test(`${definition.name} name their space`, () => assert.deepEqual(faultsOf(definition), []))

  for (const { name, body, one_snapshot = false } of functions)
    test(`${name} ${one_snapshot ? 'see the same moment' : 'write or lock, so each sees what was committed before it'}`, () =>
      assert.equal(/\b(insert into|update|delete from|for (key )?share)\b/.test(body), !one_snapshot))

  test('are refused if one of them does not', () => {
    const broken = [
      'perform 1 from teams t where t.id = 1;',
      'if exists (select from contacts c where c.id = acting_user) then return; end if;',
      'update teams set name = (select c.surname from contacts c where c.group_id = teams.group_id) where group_id = space;',
    ]
    for (const body of broken) assert.match(faultsOf(probe(body)).join(), /(teams t|contacts c) without/, body)
    assert.deepEqual(faultsOf(probe('perform 1 from teams t where t.group_id = space;')), [])
  })
})
