import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../server/test/commands.ts'
import { startTestApp } from '../server/test/harness.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { aSpace } from '../server/test/people.ts'
import { aTempFolder } from '../server/test/process.ts'

const app = await startTestApp({ own: true })
const { muster, refused } = commandLine(aTempFolder(), { DATABASE_URL: app.database_url })

test('muster reindex finds and corrects contacts that the search index lacks, has in excess or has otherwise', async () => {
  const [one, other] = [await aSpace(app), await aSpace(app)]
  const { first } = await insertContacts(app.owner, one, 5)
  await insertContacts(app.owner, other, 3)
  assert.match(
    await refused('reindex', '--check'),
    /^8 of 8 contacts differ from the search index\. .* "\.\/muster reindex"/,
  )
  assert.equal(await muster('reindex'), '8 contacts compared with the search index, 8 corrected.')
  await app.owner`update contacts set deleted_at = now() where group_id = ${one} and id = ${first}`
  await app.owner`update contacts set city = 'Lyon' where group_id = ${one} and id = ${first + 1}`
  assert.equal(await muster('reindex'), '8 contacts compared with the search index, 2 corrected.')
  assert.equal(await muster('reindex', '--check'), '7 contacts compared with the search index, 0 corrected.')
})
