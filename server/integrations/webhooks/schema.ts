import { type Static, Type } from 'typebox'
import { allEventTypes } from '../../events/catalogue.ts'
import { Id, Name, nullable, PlainName, Timestamp } from '../../fields.ts'
import { Secret } from '../tokens/schema.ts'

const Address = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Where events are sent: https, on the public internet, without a user name or a fragment.',
})

// What nobody chooses: it is sent to whoever asks for a test.
const selectable = allEventTypes.filter(type => type !== 'webhook.tested')

const Types = Type.Array(Type.Enum(selectable), {
  minItems: 1,
  maxItems: selectable.length,
  uniqueItems: true,
  description: 'Which events it gets.',
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
      'Why it is off. `failing`: it accepted nothing for five days. `gone`: it answered 410. `restored`: this is a restored backup, and it was ' +
      'not switched on since.',
  }),
  failing_since: nullable(Timestamp),
  delivered_at: nullable(Type.String({ format: 'date-time', description: 'When it last accepted something.' })),
  former_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'Until when the secret before the present one signs too.' }),
  ),
  waiting: Type.Integer({ description: 'How many deliveries are under way; 1000 stands for more.' }),
}

export const Webhook = Type.Object(webhook, { title: 'Webhook' })
export const WebhookWithSecret = Type.Object({ ...webhook, secret: Secret }, { title: 'WebhookWithSecret' })

export const NewWebhook = {
  name: PlainName,
  url: Address,
  types: Type.Optional(Type.Array(Types.items, { ...Types, description: 'All that you may hear of when left out.' })),
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
    state: Type.Enum([...deliveryStates], { description: 'Whether the receiver has accepted it.' }),
    attempts: Type.Integer(),
    attempted_at: nullable(Timestamp),
    next_attempt: nullable(Timestamp),
    status: nullable(Type.Integer({ description: 'What the receiver answered last; null when it did not.' })),
    duration_ms: nullable(Type.Integer()),
    answer: Type.String({ description: 'How its answer began.' }),
    error: Type.String({ description: 'Why there was none.' }),
  },
  { title: 'WebhookDelivery' },
)

const [NewShape, ChangeShape] = [Type.Object(NewWebhook), Type.Object(WebhookChange)]
export type Webhook = Static<typeof Webhook>
export type NewWebhook = Static<typeof NewShape>
export type WebhookChange = Static<typeof ChangeShape>
export type WebhookDelivery = Static<typeof WebhookDelivery>
