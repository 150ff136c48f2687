import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contactFields as published } from '../../../sdk/operations.ts'
import { aContact, patchContact, readContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, runImport } from '../../test/imports.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'
import { queryOf, searchAs } from '../../test/search.ts'
import { columnNames, emptyColumns } from './columns.ts'
import {
  type AddressColumn,
  addressColumns,
  addressFields,
  contactFields,
  type FieldName,
  fieldNames,
  fileAddressParts,
  fileFields,
  headersOf,
  wireNames,
} from './fields.ts'

// Every field of the tables of fields is written, read, searched, imported, exported, merged and erased.

type Value = string | number | boolean

/** A value of each kind as it is sent; the first part of it is searched for. */
const samples: Record<(typeof contactFields)[FieldName]['kind'], (name: string) => Value> = {
  text: name => `Zinnia ${name}`,
  mail: () => 'zinnia@example.org',
  phone: name => (name === 'mobile' ? '+33612345678' : '+33466000000'),
  gender: () => 'F',
  country: () => 'FR',
  date: () => '1980-04-03T00:00:00.000Z',
  count: () => 7,
  flag: () => true,
  foreign_id: () => 4711,
}

const sampleOf = (name: FieldName) => samples[contactFields[name].kind](name)
const partOf = (column: AddressColumn) => (column === 'score' ? 0.5 : `Zinnia ${column}`)
const nameOnWire = (column: AddressColumn) => wireNames(column)[0] ?? column

const values = Object.fromEntries(fieldNames.map(name => [name, sampleOf(name)]))
const address = Object.fromEntries(addressColumns.map(column => [nameOnWire(column), partOf(column)]))
const empty = Object.fromEntries(fieldNames.map(name => [name, contactFields[name].empty]))

const isSearched = (field: object) => !('search' in field && field.search === false)
const searched = [
  ...fieldNames.filter(name => isSearched(contactFields[name])).map(name => ({ name, value: sampleOf(name) })),
  ...addressColumns.filter(name => isSearched(addressFields[name])).map(name => ({ name, value: partOf(name) })),
]

const app = await startTestApp()
const aManager = async (): Promise<Person> => aUser(app, await aSpace(app), { role: 'superadmin' })
const manager = await aManager()

describe('each field of a contact', () => {
  test('is read as it was written, and empty when it was not', async () => {
    const full = await aContact(app, manager, { ...values, address })
    const none = await aContact(app, manager)
    assert.partialDeepStrictEqual(full, { ...values, address })
    assert.partialDeepStrictEqual(none, empty)
    for (const column of addressColumns)
      for (const name of wireNames(column)) assert.equal(full.address[name], partOf(column), name)
    assert.deepEqual(await readContact(app, manager, full.id), full)
  })

  test('is emptied by a patch of null, and by a replacement that leaves it out', async () => {
    const [patched, replaced] = [await aContact(app, manager, values), await aContact(app, manager, values)]
    for (const name of fieldNames) {
      const { status, text } = await patchContact(app, manager, patched.id, { [name]: null })
      assert.equal(status, 200, `${name}: ${text}`)
      assert.deepEqual((await readContact(app, manager, patched.id))[name], contactFields[name].empty, name)
    }
    const { status, text } = await app.as(manager).patch(`/contacts/${replaced.id}`, { contact: {} })
    assert.equal(status, 200, text)
    assert.partialDeepStrictEqual(await readContact(app, manager, replaced.id), empty)
  })

  test('can be searched and sorted by, in pages', async () => {
    const who = await aManager()
    const { id } = await aContact(app, who, { ...values, address })
    const other = await aContact(app, who)
    const ask = searchAs(app, who)
    const idsOf = async (query: object, more: object = {}) =>
      (await ask.searched(query, more)).contacts.map((contact: { id: number }) => contact.id)
    for (const { name: attr, value } of searched) {
      assert.deepEqual(await idsOf(queryOf({ attr, ope: 'eql', value })), [id], `${attr} eql`)
      assert.deepEqual(await idsOf(queryOf({ attr, ope: 'not_eql', value })), [other.id], `${attr} not_eql`)
      if (typeof value !== 'boolean') {
        assert.deepEqual(await idsOf(queryOf({ attr, ope: 'ext' })), [id], `${attr} ext`)
        assert.deepEqual(await idsOf(queryOf({ attr, ope: 'not_ext' })), [other.id], `${attr} not_ext`)
        assert.deepEqual(await idsOf(queryOf({ attr, ope: 'gte', value })), [id], `${attr} gte`)
      }
      if (typeof value === 'string' && value.startsWith('Zinnia'))
        for (const ope of ['contains', 'start_with'])
          assert.deepEqual(await idsOf(queryOf({ attr, ope, value: 'zínn' })), [id], `${attr} ${ope}`)
      const first = await ask.searched(undefined, { sort_attr: attr, per_page: 1 })
      const second = await idsOf(undefined as never, { sort_attr: attr, per_page: 1, cursor: first.next_cursor })
      assert.deepEqual([first.contacts[0].id, ...second].sort(), [id, other.id].sort(), `sorted by ${attr}`)
    }
  })

  test('with import headers is imported under each of them and exported under its name', async () => {
    const who = await aManager()
    const columns = [...fileFields, ...fileAddressParts]
    const cells = columns.map(name => String(name in contactFields ? values[name] : partOf(name as AddressColumn)))
    const firstHeaders = columns.map(name => headersOf(name).split(', ')[0])
    const quoted = (line: (string | undefined)[]) => line.map(cell => `"${cell}"`).join()
    const { run } = await runImport(app, who, `${quoted(firstHeaders)}\n${quoted(cells)}\n`, { match: 'nothing' })
    assert.equal(run.created, 1, JSON.stringify(run))
    const [contact] = await allContacts(app, who)
    for (const name of fileFields) assert.deepEqual(contact[name], values[name], name)
    for (const name of fileAddressParts) assert.equal(contact.address[nameOnWire(name)], partOf(name), name)
    const reason = 'a test'
    const options = { reason, columns, include_do_not_contact: true }
    const [head = '', line = ''] = (await app.as(who).post('/v1/exports/contacts.csv', options)).text.split('\n')
    assert.deepEqual(head.split(','), columns)
    const dates = line.split(',').map((cell, index) => (cells[index]?.startsWith(`${cell}T`) ? cells[index] : cell))
    const seen = dates.map(cell => cell.replace(/^'/, ''))
    assert.deepEqual(seen, cells)
  })

  test('goes to a survivor of a merge that lacks it, and returns when the merge is undone', async () => {
    const survivor = await aContact(app, manager)
    const gone = await aContact(app, manager, { ...values, address })
    const merged = await app.as(manager).post(`/contacts/${survivor.id}/merge`, { contact_id: gone.id })
    assert.equal(merged.status, 200, merged.text)
    assert.partialDeepStrictEqual(await readContact(app, manager, survivor.id), { ...values, address })
    const whole = fieldNames.filter(name => !('follows' in contactFields[name]))
    assert.deepEqual(merged.body.data.fields.toSorted(), [...whole, 'address'].toSorted())
    await app.as(manager).post(`/v1/merges/${merged.body.data.id}/undo`)
    assert.partialDeepStrictEqual(await readContact(app, manager, survivor.id), { ...empty, address: null })
    const choice = Object.fromEntries([...whole, 'address'].map(name => [name, 'survivor']))
    const again = await app.as(manager).post(`/contacts/${survivor.id}/merge`, { contact_id: gone.id, fields: choice })
    assert.deepEqual([again.status, again.body.data?.fields], [200, []], again.text)
  })

  test('is removed when the contact is erased', async () => {
    const { id: contact_id } = await aContact(app, manager, { ...values, address })
    await carryOut(app, manager, 'erasure', contact_id)
    const [row] = await app.owner`select ${app.owner(columnNames)} from contacts where id = ${contact_id}`
    assert.deepEqual({ ...row }, emptyColumns)
  })

  test('is in the SDK, for clients that list the fields', () => {
    assert.deepEqual(Object.keys(published), fieldNames)
  })
})
