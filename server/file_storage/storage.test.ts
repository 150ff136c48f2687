import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startS3Server } from '../test/s3_server.ts'
import { FolderStorage } from './folder.ts'
import { deleteOldIncoming } from './incoming.ts'
import { S3Storage } from './s3.ts'
import { type FileStorage, newStorageKey, StorageError } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-storage-'))
const s3 = await startS3Server()
after(() => {
  s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

function aLocalFile(contents: string = randomUUID()) {
  const path = join(folder, randomUUID())
  writeFileSync(path, contents)
  const sha256 = createHash('sha256').update(contents).digest('hex')
  return { path, bytes: Buffer.byteLength(contents), sha256, contents }
}

const textIn = async (storage: FileStorage, key: string) => {
  const stream = await storage.read(key)
  return stream && Buffer.concat(await stream.toArray()).toString()
}

const storages: [string, FileStorage][] = [
  ['a folder', new FolderStorage(join(folder, 'files'))],
  ['S3-compatible storage', new S3Storage(s3.settings)],
]
for (const [name, storage] of storages)
  describe(`in ${name}`, () => {
    test('contents are stored, read, replaced and deleted', async () => {
      const key = newStorageKey(7)
      assert.deepEqual([await storage.read(key), await storage.sizeOf(key)], [undefined, undefined])
      for (const file of [aLocalFile('é'.repeat(500_000)), aLocalFile('short')]) {
        await storage.put(key, file)
        assert.deepEqual([await textIn(storage, key), await storage.sizeOf(key)], [file.contents, file.bytes])
      }
      await storage.remove(key)
      await storage.remove(key)
      assert.equal(await storage.read(key), undefined)
    })

    test('a key that leads elsewhere is refused', async () => {
      for (const key of ['../x', '7/../../x', '/etc/passwd', '7', `7/${randomUUID()}/..`, `0/${randomUUID()}`])
        for (const use of [() => storage.read(key), () => storage.remove(key), () => storage.put(key, aLocalFile())])
          await assert.rejects(async () => use(), /not a storage key/)
    })
  })

describe('S3-compatible storage', () => {
  const storage = new S3Storage(s3.settings)

  test('is asked again, a bounded number of times, if it is busy or does not answer', async () => {
    const [key, file] = [newStorageKey(7), aLocalFile()]
    s3.faults.push(503, 'reset')
    await storage.put(key, file)
    assert.equal(await textIn(storage, key), file.contents)
    s3.requests.length = 0
    s3.faults.push(500, 'reset', 500)
    await assert.rejects(storage.read(key), StorageError)
    assert.equal(s3.requests.length, 3)
  })

  test('that refuses says so at once', async () => {
    const wrong = new S3Storage({ ...s3.settings, secret_key: 'another' })
    s3.requests.length = 0
    await assert.rejects(wrong.put(newStorageKey(7), aLocalFile()), /status 403/)
    assert.equal(s3.requests.length, 1)
  })

  test('that stops sending is given up', async () => {
    const impatient = new S3Storage(s3.settings, { stall_ms_max: 100 })
    s3.faults.push('stall')
    await assert.rejects(textIn(impatient, newStorageKey(7)), StorageError)
  })

  test('compares the hash of what arrives', async () => {
    const file = aLocalFile()
    await assert.rejects(storage.put(newStorageKey(7), { ...file, sha256: '0'.repeat(64) }), /status 400/)
  })
})

test('arriving files that were left are deleted after a day', async () => {
  const incoming = mkdtempSync(join(folder, 'incoming-'))
  const [old, recent] = [join(incoming, 'old'), join(incoming, 'new')]
  for (const path of [old, recent]) writeFileSync(path, 'x')
  const two_days_ago = new Date(Date.now() - 2 * 24 * 3_600_000)
  utimesSync(old, two_days_ago, two_days_ago)
  await deleteOldIncoming(incoming)
  assert.deepEqual([existsSync(old), readdirSync(incoming)], [false, ['new']])
  await deleteOldIncoming(join(incoming, 'nowhere'))
})
