import type { WebhookDelivery } from '../../api.ts'

export type DeliveryState = WebhookDelivery['state']
export const states = ['waiting', 'delivered', 'failed'] as const satisfies DeliveryState[]

export const tabs = ['deliveries', 'settings'] as const
export type Tab = (typeof tabs)[number]

/** The search parameters: the open webhook, its tab, and the filter of its deliveries. */
export interface WebhookSearch {
  open?: number | 'new' | undefined
  tab?: 'settings' | undefined
  state?: DeliveryState | undefined
}

export function parseWebhookSearch({ open, tab, state }: Record<string, unknown>): WebhookSearch {
  return {
    ...((typeof open === 'number' || open === 'new') && { open }),
    ...(tab === 'settings' && { tab }),
    ...(states.includes(state as DeliveryState) && { state: state as DeliveryState }),
  }
}
