export * from './client.ts'
export type * from './operations.ts'
export { contactAddressFields, contactFields, routes } from './operations.ts'
export { type Verification, verifyWebhook, WebhookRefused } from './webhooks.ts'
