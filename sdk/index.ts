export * from './client.ts'
export type * from './operations.ts'
export { contactAddressFields, contactFields, routes } from './operations.ts'
export {
  isWebhookVerificationError,
  type VerifyOptions,
  verifyWebhook,
  WebhookVerificationError,
} from './webhooks.ts'
