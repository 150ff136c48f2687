// Stores the page and the built files of the field app for working offline. What users enter or load is stored in IndexedDB; all other
// requests go to the server.

/** Types of service workers; they conflict with those of the page in one program. */
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

// Replaced by the build with the file names, which contain hashes.
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

/** Stores the page and the files of one build, all or nothing. */
async function fill() {
  const cache = await caches.open(store)
  if (await cache.match(page)) return
  await cache.addAll(files)
  // Last: a stored page means that all files are stored.
  await cache.add(new Request(page, { cache: 'reload' }))
}

worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith('/console')) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (files.includes(pathname)) event.respondWith(file(request))
})

/** From the server while it answers in time, else the stored page. */
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
