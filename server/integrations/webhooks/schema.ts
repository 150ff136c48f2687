import { type Static, Type } from 'typebox'
import { allEventTypes } from '../../events/catalogue.ts'
import { Id, Name, nullable, PlainName, Timestamp } from '../../fields.ts'
import { Secret } from '../tokens/schema.ts'

const Address = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'The URL that receives the events: https, on the public internet, without user name or fragment.',
})

// Every webhook can receive the test event; it cannot be selected.
const selectable = allEventTypes.filter(type => type !== 'webhook.tested')

const Types = Type.Array(Type.Enum(selectable), {
  minItems: 1,
  maxItems: selectable.length,
  uniqueItems: true,
  description: 'The event types the webhook receives.',
})

const webhook = {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  name: Name,
  url: Type.String(),
  types: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  disabled_because: Type.Enum(['', 'by_hand', 'failing', 'gone', 'restored'], {
    description:
      'Why the webhook is disabled. `failing`: it accepted no delivery for five days. `gone`: it answered 410. `restored`: the space was ' +
      'restored from a backup and the webhook has not been enabled since.',
  }),
  failing_since: nullable(Timestamp),
  delivered_at: nullable(
    Type.String({ format: 'date-time', description: 'When the webhook last accepted a delivery.' }),
  ),
  former_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'Until when the former secret also signs.' }),
  ),
  waiting: Type.Integer({ description: 'The number of waiting deliveries; 1000 means 1000 or more.' }),
}

export const Webhook = Type.Object(webhook, { title: 'Webhook' })
export const WebhookWithSecret = Type.Object({ ...webhook, secret: Secret }, { title: 'WebhookWithSecret' })

export const NewWebhook = {
  name: PlainName,
  url: Address,
  types: Type.Optional(Type.Array(Types.items, { ...Types, description: 'All types you may receive when left out.' })),
}

export const WebhookChange = {
  name: Type.Optional(PlainName),
  url: Type.Optional(Address),
  types: Type.Optional(Types),
  enabled: Type.Optional(Type.Boolean()),
}

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const WebhookDelivery = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    event_id: Type.String({ description: 'Sent as `webhook-id`.' }),
    type: Type.String({ description: 'The type of the event.' }),
    state: Type.Enum([...deliveryStates], { description: 'The state of the delivery.' }),
    attempts: Type.Integer(),
    attempted_at: nullable(Timestamp),
    next_attempt: nullable(Timestamp),
    status: nullable(Type.Integer({ description: 'The last HTTP status of the receiver; null if it did not answer.' })),
    duration_ms: nullable(Type.Integer()),
    answer: Type.String({ description: 'The beginning of the last response body.' }),
    error: Type.String({ description: 'Why there was no response.' }),
  },
  { title: 'WebhookDelivery' },
)

const [NewShape, ChangeShape] = [Type.Object(NewWebhook), Type.Object(WebhookChange)]
export type Webhook = Static<typeof Webhook>
export type NewWebhook = Static<typeof NewShape>
export type WebhookChange = Static<typeof ChangeShape>
export type WebhookDelivery = Static<typeof WebhookDelivery>
