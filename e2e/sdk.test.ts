import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aSpace, aUser } from '../server/test/people.ts'
import { newProject } from '../server/test/sdk_package.ts'
import { openConsole } from './browser.ts'

// The package as it is installed, without a bundler.

const { app, visit } = await openConsole()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const { installed } = await newProject()

/** Serves a page and the package at the address of Muster, as a reverse proxy does. */
async function servePage(page: Page) {
  await page.route('**/sdk_page/**', route => {
    const [, name = ''] = /\/sdk_page\/(.*)$/.exec(route.request().url()) ?? []
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Page</title>' })
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(`${installed}/dist/esm/${name}`) })
  })
  await page.goto(`${app.url}/sdk_page/`)
}

/** Runs in the page: creates a team, and waits for its event. */
async function createAndFollow({ url, token }: { url: string; token: string }) {
  const address: string = '/sdk_page/index.js'
  const { connect, isConnectionError }: typeof import('../sdk/index.ts') = await import(address)
  const muster = connect({ url, token, attempts: 1 })
  try {
    const { next_cursor: cursor } = await muster.changes.list({ from: 'now' })
    const { data } = await muster.teams.create({ data: { team: { name: 'Browser' } } })
    for await (const event of muster.changes.follow({ cursor, types: ['team.created'] }))
      return event.data.id === data.team.id ? data.team.name : 'another team'
    return 'no event'
  } catch (error) {
    return isConnectionError(error) ? 'blocked' : String(error)
  }
}

describe('the SDK in a browser', () => {
  test('calls the server of its page, and follows changes', async () => {
    const { page } = await visit()
    await servePage(page)
    assert.equal(await page.evaluate(createAndFollow, { url: app.url, token: admin.token }), 'Browser')
  })

  test('cannot call a server of another origin, which sends no CORS headers', async () => {
    const { page, complaints } = await visit()
    await servePage(page)
    const url = app.url.replace('127.0.0.1', 'localhost')
    assert.notEqual(url, app.url)
    assert.equal(await page.evaluate(createAndFollow, { url, token: admin.token }), 'blocked')
    complaints.splice(0)
  })
})
