import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { readMigrations } from './migrate.ts'
import { statementsIn } from './sql_statements.ts'

const files = [
  ...readMigrations(),
  { name: 'functions.sql', text: readFileSync(new URL('./functions.sql', import.meta.url), 'utf8') },
]

const countIn = (text: string) => (parseSync(text) as { stmts: unknown[] }).stmts.length

describe('the statements of an SQL file', () => {
  before(() => loadModule())

  for (const { name, text } of files)
    test(`${name} is split into single statements, and nothing is lost`, () => {
      const statements = statementsIn(text)
      assert.equal(statements.length, countIn(text))
      for (const statement of statements) assert.equal(countIn(statement), 1, statement)
    })

  test('end at a semicolon at the end of a line, also before a comment, and not inside a function', () => {
    const body = 'create function f() returns void language plpgsql as $$\nbegin\n  perform 1;\nend\n$$;'
    assert.deepEqual(statementsIn(`select 1; -- one\n${body}\n-- the end\n`), ['select 1; -- one', body])
  })

  test('may lack the last semicolon', () => {
    assert.deepEqual(statementsIn('select 1;\nselect 2'), ['select 1;', 'select 2'])
  })
})
