/** The content that was last sent, and its idempotency key. */
export interface Attempt {
  text: string
  key: string
}

export const no_attempt: Attempt = { text: '', key: '' }

/** Money that is sent again after a lost response keeps its idempotency key, so that it is recorded once. */
export function attemptOf(content: object, last: Attempt): Attempt {
  const text = JSON.stringify(content)
  return text === last.text ? last : { text, key: crypto.randomUUID() }
}
