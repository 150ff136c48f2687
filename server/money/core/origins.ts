import { hash } from 'node:crypto'

/** The key under which the origin of a payment is stored: a hash, which does not reveal it. */
export const originKey = (origin: string) => hash('sha256', origin, 'base64url')
