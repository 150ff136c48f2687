import { hash } from 'node:crypto'

/** By what the database knows where a payment came from. */
export const originKey = (origin: string) => hash('sha256', origin, 'base64url')
