/** An answer that was made before, and the stamp of what it was made of. */
interface CachedPage {
  stamp: string
  body: Buffer
}

const answer_bytes_max = 1024 * 1024
const bytes_max = 16 * 1024 * 1024
/** Short ones take more room than they are long. */
const answers_max = 500

/**
 * Answers that are asked for again and again. None is ever given unseen: whoever asks finds out from the database, for each request, what
 * the answer would be made of now, and takes the one that was kept if that is the same. So it is never old, whichever process wrote.
 */
export class PageCache {
  /** Those that were asked for last come last. */
  readonly #answers = new Map<string, CachedPage>()
  #bytes = 0

  has(name: string) {
    return this.#answers.has(name)
  }

  get(name: string, stamp: string): CachedPage | undefined {
    const kept = this.#answers.get(name)
    if (kept?.stamp !== stamp) return undefined
    this.#answers.delete(name)
    this.#answers.set(name, kept)
    return kept
  }

  set(name: string, kept: CachedPage) {
    this.#drop(name)
    if (kept.body.length > answer_bytes_max) return
    this.#answers.set(name, kept)
    this.#bytes += kept.body.length
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= bytes_max && this.#answers.size <= answers_max) return
      this.#drop(oldest)
    }
  }

  #drop(name: string) {
    this.#bytes -= this.#answers.get(name)?.body.length ?? 0
    this.#answers.delete(name)
  }
}
