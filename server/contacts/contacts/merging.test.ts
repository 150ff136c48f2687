import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const survey = await aForm(app, cast.admin)

const read = async (id: number) => (await app.as(cast.admin).get(`/v1/contacts/${id}`)).body
const patched = async (id: number, patch: object) => {
  const { status, body, text } = await patchContact(app, cast.admin, id, patch)
  assert.equal(status, 200, text)
  assert.deepEqual(body.data.contact, await read(id))
  return body.data.contact
}

describe('a merge patch', () => {
  test('changes what is sent and nothing else', async () => {
    const made = await aContact(app, cast.admin, {
      firstname: 'A',
      surname: 'B',
      mail: 'a@example.org',
      tags: [{ name: 't' }],
    })
    const { updated_at, UpdatedAt, lastchange, ...after } = await patched(made.id, { firstname: 'C' })
    assert.partialDeepStrictEqual(made, { ...after, firstname: 'A' })
    assert.equal(after.firstname, 'C')
  })

  test('null clears a field, a part of the address, the address and a list', async () => {
    const made = await aContact(app, cast.admin, {
      ...{ surname: 'B', birthdate: '1980-01-01', gender: 'F', age_category: 4, black_list: true },
      address: { city: 'Lyon', street: 'Rue Haute' },
      tags: [{ name: 't' }],
      formdatas: [answerTo(survey)],
    })
    const cleared = { surname: null, birthdate: null, gender: null, age_category: null, black_list: null }
    const after = await patched(made.id, { ...cleared, address: { street: null }, tags: null, formdatas: null })
    assert.partialDeepStrictEqual(after, {
      ...{ surname: '', birthdate: null, gender: '', age_category: 0, black_list: false },
    })
    assert.deepEqual([after.address.city, after.address.street, after.tags, after.formdatas], ['Lyon', '', [], []])
    assert.equal(after.address.id, made.address.id)
    assert.equal((await patched(made.id, { address: null })).address, null)
    const again = (await patched(made.id, { address: { city: 'Nice' } })).address
    assert.notEqual(again.id, made.address.id)
    assert.deepEqual([again.city, again.street], ['Nice', ''])
  })

  test('an array is replaced as a whole', async () => {
    const made = await aContact(app, cast.admin, { tags: [{ name: 'a' }, { name: 'b' }] })
    const { tags } = await patched(made.id, { tags: [{ name: 'B' }, { name: 'c' }] })
    assert.deepEqual(valuesOf(tags, 'name'), ['b', 'c'])
    assert.equal(tags[0].id, made.tags[1].id)
  })

  test('that is empty changes nothing', async () => {
    const made = await aContact(app, cast.admin, { surname: 'Still' })
    assert.deepEqual(await patched(made.id, {}), made)
  })

  test('accepts a charset in its media type; other media types, and merge patches elsewhere, are refused', async () => {
    const { id } = await aContact(app, cast.admin)
    const charset = { 'content-type': 'Application/Merge-Patch+JSON; charset=utf-8' }
    assert.equal((await patchContact(app, cast.admin, id, { surname: 'C' }, charset)).status, 200)
    const body = '{"data":{"contact":{}}}'
    const plain = await app
      .as(cast.admin)
      .send('PATCH', `/contacts/${id}`, { body, headers: { 'content-type': 'text/plain' } })
    assert.deepEqual(refusal(plain), [415, 'unsupported_media_type'])
    assert.match(plain.body.detail, /merge-patch/)
    const headers = { 'content-type': 'application/merge-patch+json' }
    for (const [method, path] of [
      ['POST', '/contacts'],
      ['PATCH', `/users/${cast.user.id}`],
    ] as const) {
      const refused = await app.as(cast.admin).send(method, path, { body, headers })
      assert.deepEqual(refusal(refused), [415, 'unsupported_media_type'])
    }
  })

  test('that is not valid is refused at its place, and nothing changes', async () => {
    const made = await aContact(app, cast.admin, { surname: 'Still', address: { city: 'Lyon' } })
    for (const [patch, location] of [
      [{ surname: 7 }, '.surname'],
      [{ address: { city: false } }, '.address.city'],
      [{ address: 'Lyon' }, '.address'],
      [{ tags: [{ name: '' }] }, '.tags.0.name'],
      [{ tags: 'vip' }, '.tags'],
      [{ mail: 'nope' }, '.mail'],
      [{ birth_country: 'XX' }, '.birth_country'],
      [{ formdatas: [{ form_id: 1, data: '' }] }, '.formdatas.0.form_ref_id'],
      [null, ''],
    ] as const) {
      const refused = await patchContact(app, cast.admin, made.id, patch)
      assert.deepEqual(refusal(refused), invalidAt(`body.data.contact${location}`))
    }
    assert.deepEqual(await read(made.id), made)
  })
})

describe('any merge patch of any contact', () => {
  const text = fc.constantFrom('', 'a', 'É', 'x y')
  const answer = fc.constantFrom('yes', 'no').map(label => answerTo(survey, label))
  const answers = fc.array(answer, { maxLength: 1 })
  const whole = fc.record(
    {
      firstname: text,
      surname: text,
      gender: fc.constantFrom('', 'M', 'F', 'O'),
      birthdate: fc.constantFrom(null, '1980-01-01T00:00:00.000Z'),
      black_list: fc.boolean(),
      age_category: fc.nat(9),
      address: fc.option(fc.record({ city: text, street: text, house_number: text }, { requiredKeys: [] })),
      tags: fc.array(fc.constantFrom('a', 'B', 'c').map(name => ({ name }))),
      formdatas: answers,
    },
    { requiredKeys: [] },
  )
  const patches = fc.record(
    {
      firstname: fc.option(text),
      surname: fc.option(text),
      gender: fc.option(fc.constantFrom('M', 'O')),
      birthdate: fc.constantFrom(null, '1999-12-31T00:00:00.000Z'),
      black_list: fc.option(fc.boolean()),
      age_category: fc.option(fc.nat(9)),
      address: fc.option(fc.record({ city: fc.option(text), street: fc.option(text) }, { requiredKeys: [] })),
      tags: fc.option(fc.array(fc.constantFrom('b', 'd').map(name => ({ name })))),
      formdatas: fc.option(answers),
    },
    { requiredKeys: [] },
  )

  // As RFC 7396 writes it.
  function mergePatch(target: any, patch: any): any {
    if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch
    const result = target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...target } : {}
    for (const [name, value] of Object.entries(patch)) {
      if (value === null) delete result[name]
      else result[name] = mergePatch(result[name], value)
    }
    return result
  }

  /** Any fields of a contact. */
  const kept = ['firstname', 'surname', 'gender', 'birthdate', 'black_list', 'age_category', 'tags']
  const essence = ({ address, formdatas, ...others }: any) => ({
    values: valuesOf([others], ...kept),
    address: address && { ...address, id: 0 },
    formdatas: valuesOf(formdatas, 'form_ref_id'),
  })

  test('has the result of replacing the contact with the merged one', async () => {
    await fc.assert(
      fc.asyncProperty(whole, patches, async (contact, patch) => {
        const [one, two] = [await aContact(app, cast.admin, contact), await aContact(app, cast.admin, contact)]
        const merged = await patchContact(app, cast.admin, one.id, patch)
        const sentBack = await app.as(cast.admin).patch(`/contacts/${two.id}`, { contact: mergePatch(two, patch) })
        assert.deepEqual([merged.status, sentBack.status], [200, 200], merged.text)
        assert.deepEqual(essence(merged.body.data.contact), essence(sentBack.body.data.contact))
      }),
      { numRuns: runs(60) },
    )
  })
})
