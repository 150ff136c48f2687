/** A serialized page, and the stamp of the rows that it was made of. */
interface CachedPage {
  stamp: string
  body: Buffer
}

const page_bytes_max = 1024 * 1024
const bytes_max = 16 * 1024 * 1024
/** Bounds the overhead of many short pages. */
const pages_max = 500

/**
 * Caches serialized pages that are requested often. For each request the database compares the stamp of the cached page with the current one.
 * A page is therefore never stale, whichever process has written.
 */
export class PageCache {
  /** Least recently used first. */
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0

  get(name: string): CachedPage | undefined {
    const cached = this.#pages.get(name)
    if (!cached) return undefined
    this.#pages.delete(name)
    this.#pages.set(name, cached)
    return cached
  }

  set(name: string, page: CachedPage) {
    this.#drop(name)
    if (page.body.length > page_bytes_max) return
    this.#pages.set(name, page)
    this.#bytes += page.body.length
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= bytes_max && this.#pages.size <= pages_max) return
      this.#drop(oldest)
    }
  }

  #drop(name: string) {
    this.#bytes -= this.#pages.get(name)?.body.length ?? 0
    this.#pages.delete(name)
  }
}
