import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  any_field,
  beginsWithLocation,
  fieldPaths,
  pathOf,
  placeErrors,
  sentenceOf,
} from './src/components/field_errors.ts'

const error = (location: string, message = 'is wrong') => ({ location, message })

describe('errors of a refused form', () => {
  test('go to the field that they name, at any depth', () => {
    const fields = ['name', 'users', 'address.city']
    const { fields: placed, messages } = placeErrors(
      [error('body.data.team.name'), error('body.data.team.users.1.id'), error('body.data.team.address.city')],
      fields,
    )
    assert.deepEqual(placed, { name: 'Is wrong.', users: 'Is wrong.', 'address.city': 'Is wrong.' })
    assert.deepEqual(messages, [])
  })

  test('go to a field that the form flattens or spells differently', () => {
    assert.deepEqual(placeErrors([error('body.data.contact.address.city')], ['city']).fields, { city: 'Is wrong.' })
    assert.deepEqual(placeErrors([error('body.data.action.Users.0.id')], ['users']).fields, { users: 'Is wrong.' })
  })

  test('go to the outermost field, and to the longest matching path', () => {
    assert.deepEqual(placeErrors([error('body.data.tags.0.name')], ['name', 'tags']).fields, { tags: 'Is wrong.' })
    const numbered = ['transactions.0.comment', 'transactions.1.comment', 'comment']
    assert.deepEqual(placeErrors([error('body.data.transactions.1.comment')], numbered).fields, {
      'transactions.1.comment': 'Is wrong.',
    })
  })

  test('are shown as messages when the form has no such field', () => {
    const { fields, messages } = placeErrors([error('body.data.team.color'), error('query.limit')], ['name'])
    assert.deepEqual(fields, {})
    assert.deepEqual(messages, ['Is wrong.'], 'one sentence, without the path')
    assert.deepEqual(placeErrors([error('body.data.mail')], [any_field]).fields, { [any_field]: 'Is wrong.' })
  })

  test('of one field are all shown', () => {
    const two = [error('body.data.users.0.id', 'is unknown'), error('body.data.users.2.id', 'is twice')]
    assert.deepEqual(placeErrors(two, ['users']).fields, { users: 'Is unknown. Is twice.' })
  })
})

test('the fields of a form are read from its values', () => {
  const values = { name: '', users: ['1'], address: { street: '', city: '' }, end: null }
  assert.deepEqual(fieldPaths(values), ['name', 'users', 'address.street', 'address.city', 'end'])
})

describe('an error without a field in the form', () => {
  const names = { mail: 'E-mail', users: 'People' }

  test('names the field in the words of the reader, and never by its path', () => {
    const { messages } = placeErrors([error('body.data.contact.mail', 'must be a mail address')], ['name'], names)
    assert.deepEqual(messages, ['E-mail must be a mail address.'])
    assert.equal(sentenceOf(pathOf('body.data.team.Users.1.id'), 'is unknown', names), 'People is unknown.')
  })

  test('is joined to the name with a colon when it is a sentence of its own, as in French', () => {
    const join = (field: string, message: string) => `${field} : ${message}`
    assert.equal(
      sentenceOf('contact.mail', 'Saisissez une adresse valide.', names, join),
      'E-mail : Saisissez une adresse valide.',
    )
  })

  test('is a sentence of its own when the name is not known', () => {
    assert.equal(sentenceOf('team.color', 'must be a colour', names), 'Must be a colour.')
    assert.equal(sentenceOf('team.constructor', 'must be absent', names), 'Must be absent.')
  })

  test('is told from a text that starts with a path', () => {
    const errors = [error('body.data.mail')]
    assert.equal(beginsWithLocation('body.data.mail is wrong.', errors), true)
    assert.equal(beginsWithLocation('Contact 7 was merged into contact 12.', errors), false)
    assert.equal(beginsWithLocation('Anything.', []), false)
  })
})
