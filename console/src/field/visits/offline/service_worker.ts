// The field app without a line. Keeps the page and the built files it needs, and nothing that anybody entered or loaded: that is in the
// app's own database. Everything else goes to the server as if this were not here.

/** What a worker has and a page has not; the types of both cannot be told to one compiler at once. */
interface Worker {
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(type: 'message', listen: (event: Lasting & { data: unknown }) => void): void
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void
  clients: { claim(): Promise<void> }
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Lasting {
  request: Request
  respondWith(response: Promise<Response>): void
}

const worker = self as unknown as Worker

// Written by the build: the names of the files, which change with every letter in them.
const files = '__FILES__'.split(' ')
const page = '/console/field'
const store = 'muster-console __VERSION__'
const patience_ms = 4000

worker.addEventListener('install', event => event.waitUntil(fill()))

worker.addEventListener('activate', event =>
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== store).map(name => caches.delete(name))))
      .then(() => worker.clients.claim()),
  ),
)

worker.addEventListener('message', event => {
  if (event.data === 'fill') event.waitUntil(fill())
})

/** The page with the files of one build, all of them or none. */
async function fill() {
  const cache = await caches.open(store)
  if (await cache.match(page)) return
  await cache.addAll(files)
  // Last: where the page is, everything is.
  await cache.add(new Request(page, { cache: 'reload' }))
}

worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith('/console')) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (files.includes(pathname)) event.respondWith(file(request))
})

/** From the server while it answers; on a bad line the kept page is better than a white one. */
async function openPage(request: Request): Promise<Response> {
  const kept = await (await caches.open(store)).match(page)
  if (!kept) return fetch(request)
  const late = new Promise<Response>(resolve => setTimeout(() => resolve(kept), patience_ms))
  const fresh = fetch(request).then(
    response => (response.status >= 502 ? kept : response),
    () => kept,
  )
  return Promise.race([fresh, late])
}

const file = async (request: Request) => (await (await caches.open(store)).match(request)) ?? fetch(request)
