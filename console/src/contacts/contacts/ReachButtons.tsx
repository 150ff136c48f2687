import { ActionIcon, Button, CopyButton, Group, Skeleton, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { CheckIcon, CopyIcon, MailIcon, MessageIcon, PhoneIcon, RefusedIcon } from '../../components/icons.tsx'
import { formatPhone } from '../../components/phones.ts'
import { summaryQuery } from './data.ts'
import '../../components/bottom_bar.css'

const channels = ['phone', 'mail', 'text_message'] as const
type Channel = (typeof channels)[number]

const icons = { phone: PhoneIcon, mail: MailIcon, text_message: MessageIcon }

interface Way {
  channel: Channel
  /** The number or the address; what is shown on the button. */
  value: string
  href: string
  refused: boolean
}

/** The ways to reach a contact. One that they refused is listed as refused. */
function useWays({ id, mail, mobile, phone, mobile_invalid, phone_invalid, black_list }: Contact): Way[] {
  const { data } = useQuery(summaryQuery(id))
  const refuses = (channel: Channel) => black_list || data?.refused_channels.includes(channel) === true
  const valid_mobile = mobile_invalid ? '' : mobile
  const number = valid_mobile || (phone_invalid ? '' : phone)
  const values: Record<Channel, [value: string, scheme: string]> = {
    phone: [number, 'tel'],
    mail: [mail, 'mailto'],
    text_message: [valid_mobile, 'sms'],
  }
  return channels.flatMap(channel => {
    const [value, scheme] = values[channel]
    const target = scheme === 'mailto' ? encodeURIComponent(value).replace('%40', '@') : value.replaceAll(/[^\d+]/g, '')
    return value ? [{ channel, value, href: `${scheme}:${target}`, refused: refuses(channel) }] : []
  })
}

/** Call, write and text, each with a button that copies the number or the address. */
export function ReachButtons({ contact }: { contact: Contact }) {
  const { isPending } = useQuery(summaryQuery(contact.id))
  const ways = useWays(contact)
  // Not before it is known which of them were refused.
  if (isPending && ways.length > 0) return <Skeleton h={36} w={ways.length * 96} className="reach-buttons" />
  return (
    <Group gap="xs" className="reach-buttons">
      {ways.map(way => (
        <Reach key={way.channel} way={way}>
          {way.channel !== 'text_message' && !way.refused && <Copy way={way} />}
        </Reach>
      ))}
    </Group>
  )
}

/** The same at the bottom of a phone, in reach of the thumb. */
export function ReachBar({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const ways = useWays(contact)
  if (ways.length === 0) return null
  return (
    <Group component="section" aria-label={t('reach.label')} className="bottom-bar" gap="xs" grow wrap="nowrap">
      {ways.map(way => (
        <Reach key={way.channel} way={way} short />
      ))}
    </Group>
  )
}

function Reach({ way, short, children }: { way: Way; short?: boolean; children?: ReactNode }) {
  const { t } = useTranslation('contacts')
  const { channel, value, href, refused } = way
  if (refused)
    return (
      <span className="reach-refused">
        <RefusedIcon size={16} />
        {t(`reach.refused.${channel}`)}
      </span>
    )
  const Icon = icons[channel]
  const number = channel === 'mail' ? value : formatPhone(value)
  const shown = channel === 'phone' && !short ? number : t(`reach.${channel}`)
  return (
    <Button.Group>
      <Button
        component="a"
        href={href}
        variant="default"
        size="sm"
        px="sm"
        leftSection={<Icon size={16} />}
        aria-label={t(`reach.to.${channel}`, { value: number })}
      >
        {shown}
      </Button>
      {children}
    </Button.Group>
  )
}

function Copy({ way: { value } }: { way: Way }) {
  const { t } = useTranslation('contacts')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('reach.copied') : t('reach.copy', { value })}>
          <ActionIcon variant="default" size={36} aria-label={t('reach.copy', { value })} onClick={copy}>
            {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
            {copied && (
              <span className="unseen" role="status">
                {t('reach.copied')}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
