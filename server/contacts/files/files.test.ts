import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { aFile, aPdf, contentsPath, uploadFile } from '../../test/contact_files.ts'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { cleanFileName } from './file_names.ts'
import { contentsProblem, isAcceptedName } from './file_types.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'muster-files-'))
const app = await startTestApp({ env: { DATA_DIR: data_dir, FILE_MB_MAX: '1', FILES_MB_PER_SPACE: '2' } })
after(() => rmSync(data_dir, { recursive: true, force: true }))
const space = await aSpace(app)
const { superadmin, admin, manager, user } = await aUserPerRole(app, space)
const stranger = await aUser(app, await aSpace(app, 'Elsewhere'), { role: 'superadmin' })
const mebibyte = 2 ** 20

const aPerson = async (who: Person = admin) => (await aContact(app, who, { surname: 'Filed' })).id as number
const filesOf = async (who: Person, contact_id: number) =>
  (await app.as(who).get(`/v1/contacts/${contact_id}/files`)).body.data
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const usage = async (who: Person = admin) => (await app.as(who).get('/v1/files/usage')).body.data.bytes
const storedKeys = (group_id: number) => {
  const folder = join(data_dir, 'files', String(group_id))
  return existsSync(folder) ? readdirSync(folder).length : 0
}
const arriving = () => {
  const folder = join(data_dir, 'files', 'incoming')
  return existsSync(folder) ? readdirSync(folder).length : 0
}
const pdfOf = (bytes: number) => Buffer.concat([Buffer.from(aPdf()), Buffer.alloc(bytes)]).subarray(0, bytes)

describe('a file', () => {
  test('is stored byte for byte, with its size, its hash and who uploaded it', async () => {
    const contact_id = await aPerson()
    const body = pdfOf(700_000)
    const { body: answer } = await uploadFile(app, admin, contact_id, { name: 'Bulletin d’adhésion.pdf', body })
    const file = answer.data
    const { id, firstname, surname } = admin
    assert.deepEqual([file.contact_id, file.name, file.bytes], [contact_id, 'Bulletin d’adhésion.pdf', 700_000])
    assert.deepEqual([file.user, file.own], [{ id, firstname, surname }, true])
    assert.equal(file.sha256, createHash('sha256').update(body).digest('hex'))
    assert.deepEqual(await filesOf(admin, contact_id), [file])
    assert.deepEqual((await app.as(admin).get(`/v1/files/${file.id}`)).body.data, file)
    assert.equal(arriving(), 0)
    const response = await fetch(`${app.url}/v1/files/${file.id}/content`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(body))
  })

  test('is downloaded as an attachment that no browser opens as a page', async () => {
    const { id } = await aFile(app, admin, await aPerson(), 'l\'été (1)*;".pdf')
    const { status, headers } = await app.as(admin).get(`/v1/files/${id}/content`)
    assert.equal(status, 200)
    const seen = headers.get('content-disposition')
    assert.equal(
      seen,
      `attachment; filename="l--t- -1----.pdf"; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%281%29%2A%3B%22.pdf`,
    )
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map(name =>
        headers.get(name),
      ),
      ['application/octet-stream', 'nosniff', "default-src 'none'; sandbox", 'private, no-store'],
    )
    assert.equal((await fetch(`${app.url}/v1/files/${id}/content`, { method: 'HEAD' })).status, 401)
  })

  test('is in the list and the timeline of those who may read it, newest first', async () => {
    const contact_id = await aPerson()
    const [theirs, own] = [await aFile(app, admin, contact_id), await aFile(app, manager, contact_id, 'own.pdf')]
    const shown = async (who: Person) =>
      (await app.as(who).get(`/contacts/${contact_id}/timeline`)).body.data.timeline
        .filter(({ kind }: { kind: string }) => kind === 'file')
        .map(({ id, title }: { id: number; title: string }) => [id, title])
    assert.deepEqual(await shown(manager), [[own.id, 'own.pdf']])
    assert.deepEqual(await shown(admin), [
      [own.id, 'own.pdf'],
      [theirs.id, 'form.pdf'],
    ])
    assert.deepEqual(idsOf(await filesOf(manager, contact_id)), [own.id])
    assert.deepEqual(idsOf(await filesOf(superadmin, contact_id)), [own.id, theirs.id])
    const path = `/v1/contacts/${contact_id}/files?limit=1`
    const { data, next_cursor } = (await app.as(admin).get(path)).body
    const second = (await app.as(admin).get(`${path}&cursor=${next_cursor}`)).body
    assert.deepEqual(idsOf([...data, ...second.data]), [own.id, theirs.id])
    assert.deepEqual(refusal(await app.as(admin).get(`${path}&cursor=a`)), invalidAt('query.cursor'))
    for (const file of [`/v1/files/${theirs.id}`, `/v1/files/${theirs.id}/content`])
      for (const who of [manager, stranger]) assert.equal((await app.as(who).get(file)).status, 404)
    assert.equal((await app.as(manager).delete(`/v1/files/${theirs.id}`)).status, 404)
    assert.equal((await uploadFile(app, stranger, contact_id)).status, 404)
    assert.equal((await uploadFile(app, user, contact_id)).status, 403)
    assert.equal((await uploadFile(app, undefined, contact_id)).status, 401)
  })

  test('that the contact has already is refused, also when both arrive at once', async () => {
    const contact_id = await aPerson()
    const body = aPdf()
    const answers = await Promise.all(
      ['one.pdf', 'two.pdf', 'three.pdf'].map(name => uploadFile(app, admin, contact_id, { name, body })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const [kept] = await filesOf(admin, contact_id)
    const again = await uploadFile(app, admin, contact_id, { name: 'four.pdf', body })
    assert.equal(again.body.detail, `This contact has this file already, as “${kept.name}”.`)
    const same = await uploadFile(app, manager, contact_id, { body })
    assert.equal(same.body.detail, 'This contact has this file already.')
    assert.equal((await uploadFile(app, admin, await aPerson(), { body })).status, 200)
  })

  test('sent twice with one key is stored once', async () => {
    const contact_id = await aPerson()
    const sent = { body: aPdf(), headers: { 'idempotency-key': `file-${contact_id}` } }
    const first = await uploadFile(app, admin, contact_id, sent)
    const second = await uploadFile(app, admin, contact_id, sent)
    assert.deepEqual([second.body, second.headers.get('idempotent-replayed')], [first.body, 'true'])
    assert.equal((await filesOf(admin, contact_id)).length, 1)
  })
})

describe('the name of a file', () => {
  test('has no folders and no hidden characters, and at most 200 characters', async () => {
    for (const [sent, kept] of Object.entries({
      '../../etc/passwd.txt': 'passwd.txt',
      'C:\\Users\\Léa\\scan.pdf': 'scan.pdf',
      'a\r\nSet-Cookie: x\u202e.pdf': 'aSet-Cookie: x.pdf',
      '..hidden.pdf': 'hidden.pdf',
      'a.pdf/': '',
      [`${'é'.repeat(300)}.PDF`]: `${'é'.repeat(196)}.pdf`,
    }))
      assert.equal(cleanFileName(sent), kept)
    const { body } = await uploadFile(app, admin, await aPerson(), { name: '../../etc/..passwd.pdf' })
    assert.equal(body.data.name, 'passwd.pdf')
  })

  test('is changed by the user who uploaded it, and keeps its extension', async () => {
    const { id } = await aFile(app, manager, await aPerson())
    const path = `/v1/files/${id}`
    const renamed = await app.as(manager).patch(path, { name: ' ../new name.pdf ' })
    assert.equal(renamed.body.data.name, 'new name.pdf')
    for (const name of ['new.exe', 'new', '', '../.pdf', 'x.pdf/'])
      assert.deepEqual(refusal(await app.as(manager).patch(path, { name })), invalidAt('body.data.name'))
    assert.deepEqual(refusal(await app.as(admin).patch(path, { name: 'mine.pdf' })), [403, 'forbidden'])
    const etag = { 'if-match': renamed.headers.get('etag')! }
    const answers = await Promise.all(['a.pdf', 'b.pdf'].map(name => app.as(manager).patch(path, { name }, etag)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })
})

describe('refused, and nothing is left:', () => {
  test('contents that are not what the name says', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    for (const [name, head, fits] of [
      ['a.pdf', aPdf(), true],
      ['a.PNG', png, true],
      ['a.docx', 'PK\x03\x04', true],
      ['a.txt', 'Dear Ada', true],
      ['a.pdf', 'PK\x03\x04', false],
      ['a.txt', 'MZ\x90', false],
      ['a.csv', '#!/bin/sh\nrm -rf /\n', false],
      ['a.docx', png, false],
      ['a.pdf', '', false],
    ] as const)
      assert.equal(contentsProblem(name, { head: Buffer.from(head), has_null: false }) === undefined, fits, name)
    for (const name of ['a.exe', 'a.html', 'a.svg', 'pdf', '.pdf', '']) assert.equal(isAcceptedName(name), false, name)
  })

  test('contents under a wrong name, an empty file, and a file without an acceptable name', async () => {
    const place = await aUser(app, await aSpace(app), { role: 'admin' })
    const contact_id = await aPerson(place)
    for (const [name, body, location] of [
      ['a.pdf', Buffer.from('504b0304140000000000', 'hex'), 'body'],
      ['a.txt', Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.alloc(1)]), 'body'],
      ['a.pdf', '', 'body'],
      ['a.exe', 'MZ', 'query.name'],
      ['.pdf', aPdf(), 'query.name'],
      ['a.pdf/', aPdf(), 'query.name'],
      ['', aPdf(), 'query.name'],
    ] as const)
      assert.deepEqual(refusal(await uploadFile(app, place, contact_id, { name, body })), invalidAt(location))
    await isEmpty(place)
  })

  test('a file that is too large, with and without its length', async () => {
    const place = await aUser(app, await aSpace(app), { role: 'admin' })
    const contact_id = await aPerson(place)
    const bytes = pdfOf(mebibyte + 1)
    const stream = () => new Blob([bytes]).stream() as unknown as ReadableStream
    for (const body of [bytes, stream()]) {
      const answer = await uploadFile(app, place, contact_id, { body })
      assert.deepEqual([answer.status, answer.body.code], [413, 'too_large'])
    }
    await isEmpty(place)
    assert.equal((await uploadFile(app, place, contact_id, { body: pdfOf(mebibyte) })).status, 200)
  })

  test('a file whose connection breaks', async () => {
    const place = await aUser(app, await aSpace(app), { role: 'admin' })
    const contact_id = await aPerson(place)
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1/contacts/${contact_id}/files?name=a.pdf HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${place.token}\r\n` +
        `content-type: application/pdf\r\ncontent-length: 600000\r\n\r\n`,
    )
    socket.write(pdfOf(400_000))
    await eventually(async () => arriving() > 0)
    socket.destroy()
    await isEmpty(place)
  })

  async function isEmpty({ space }: { space: number }) {
    await eventually(async () => {
      const [rows] = await app.owner`
        select (select count(*) from files where group_id = ${space}) as files,
               (select count(*) from file_removals where group_id = ${space}) as removals`
      return [rows?.['files'], rows?.['removals'], storedKeys(space), arriving()].every(left => left === 0)
    })
  }
})

describe('the room of a space', () => {
  test('is never exceeded, also by files that arrive at once', async () => {
    const place = await aUser(app, await aSpace(app), { role: 'admin' })
    const contact_id = await aPerson(place)
    const send = () => uploadFile(app, place, contact_id, { body: pdfOf(600_000) })
    const answers = await Promise.all([send(), send(), send(), send(), send(), send()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 409, 409, 409])
    assert.match(answers.find(({ status }) => status === 409)!.body.detail, /2 MB together/)
    assert.equal(await usage(place), 1_800_000)
    await eventually(async () => storedKeys(place.space) === 3)
    const [{ id }] = await filesOf(place, contact_id)
    assert.equal((await app.as(place).delete(`/v1/files/${id}`)).status, 200)
    assert.equal(await usage(place), 1_200_000)
    assert.equal((await send()).status, 200)
    assert.equal((await send()).status, 409)
  })
})

describe('who reads and deletes a file', () => {
  test('each list and each download is in the audit log', async () => {
    const contact_id = await aPerson()
    const { id } = await aFile(app, manager, contact_id)
    await filesOf(manager, contact_id)
    await app.as(manager).get(`/v1/files/${id}/content`)
    const { body } = await app.as(admin).get(`/v1/audit?subject=contact&subject_id=${contact_id}`)
    const entry = (kind: string) => body.data.find((row: { kind: string }) => row.kind === kind)
    assert.equal(entry('contact.files_read').user.id, manager.id)
    assert.deepEqual(entry('contact.file_downloaded').details, { file_id: id })
  })

  test('the user who uploaded it deletes it, others need privacy:manage, and its contents are gone', async () => {
    const contact_id = await aPerson()
    const [one, two] = [await aFile(app, manager, contact_id), await aFile(app, manager, contact_id)]
    const paths = [await contentsPath(app, data_dir, one.id), await contentsPath(app, data_dir, two.id)]
    assert.deepEqual(refusal(await app.as(admin).delete(`/v1/files/${one.id}`)), [403, 'forbidden'])
    assert.equal((await app.as(manager).delete(`/v1/files/${one.id}`)).status, 200)
    assert.equal((await app.as(superadmin).delete(`/v1/files/${two.id}`)).status, 200)
    assert.equal((await app.as(superadmin).delete(`/v1/files/${two.id}`)).status, 404)
    await eventually(async () => !paths.some(path => existsSync(path)))
    assert.equal((await app.as(superadmin).get(`/v1/files/${two.id}/content`)).status, 404)
  })

  test('contents that are missing are said to be missing', async () => {
    const { id } = await aFile(app, admin, await aPerson())
    rmSync(await contentsPath(app, data_dir, id))
    const { status, body } = await app.as(admin).get(`/v1/files/${id}/content`)
    assert.deepEqual([status, body.detail.includes('missing from the storage')], [404, true])
  })
})

describe('with the contact', () => {
  test('an erasure deletes files, their contents, and the name of the person in names of other files', async () => {
    const contact = await aContact(app, superadmin, { firstname: 'Zinedine', surname: 'Erasable' })
    const other = await aFile(app, superadmin, await aPerson(), 'Letter of Zinedine Erasable.pdf')
    const { id } = await aFile(app, superadmin, contact.id)
    const path = await contentsPath(app, data_dir, id)
    const before = await usage(superadmin)
    await carryOut(app, superadmin, 'erasure', contact.id)
    await eventually(async () => !existsSync(path))
    assert.ok((await usage(superadmin)) < before)
    assert.equal((await app.as(superadmin).get(`/v1/files/${other.id}`)).body.data.name, 'file.pdf')
  })
})
