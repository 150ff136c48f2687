import { ActionIcon, Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import { CloseIcon, PlusIcon } from '../../components/icons.tsx'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { type CampaignCap, limits, type RulesDraft, type TypedLimit } from './rules_draft.ts'

interface Props {
  draft: RulesDraft
  setDraft: (draft: RulesDraft) => void
  errors: Record<string, ReactNode>
}

/** The limits of a space that uses no preset. */
export function OwnLimits({ draft, setDraft, errors }: Props) {
  const { t } = useTranslation('contributions')
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {limits.map(name => (
          <LimitInput
            key={name}
            label={t(name)}
            description={t(`${name}_how`)}
            currency={draft.currency}
            value={draft[name]}
            error={errors[name]}
            onChange={amount => setDraft({ ...draft, [name]: amount })}
          />
        ))}
      </SimpleGrid>
      <CampaignCaps draft={draft} setDraft={setDraft} errors={errors} />
      <TextInput
        label={t('countries')}
        description={t('countries_how')}
        value={draft.countries}
        error={errors['countries']}
        onChange={event => setDraft({ ...draft, countries: event.currentTarget.value })}
      />
      <Switch
        label={t('legal_persons')}
        checked={draft.legal_persons}
        onChange={event => setDraft({ ...draft, legal_persons: event.currentTarget.checked })}
      />
      <Switch
        label={t('exempt_elected_dues')}
        checked={draft.exempt_elected_dues}
        onChange={event => setDraft({ ...draft, exempt_elected_dues: event.currentTarget.checked })}
      />
    </Stack>
  )
}

function CampaignCaps({ draft, setDraft, errors }: Props) {
  const { t } = useTranslation('contributions')
  const caps = draft.campaign_caps
  const setCaps = (campaign_caps: CampaignCap[]) => setDraft({ ...draft, campaign_caps })
  const change = (key: number, part: Partial<CampaignCap>) =>
    setCaps(caps.map(cap => (cap.key === key ? { ...cap, ...part } : cap)))
  const add = () => setCaps([...caps, { key: Math.max(0, ...caps.map(({ key }) => key)) + 1, code: '', amount: null }])
  return (
    <Stack gap="xs">
      {caps.map(({ key, code, amount }) => (
        <Group key={key} align="flex-end" wrap="nowrap">
          <TextInput
            label={t('campaign_code')}
            required
            flex={1}
            value={code}
            onChange={event => change(key, { code: event.currentTarget.value })}
          />
          <LimitInput
            label={t('campaign_cap_of')}
            required
            flex={1}
            currency={draft.currency}
            value={amount}
            error={errors[`campaign_caps.${code}`]}
            onChange={value => change(key, { amount: value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mb={4}
            aria-label={t('remove_campaign_cap', { code })}
            onClick={() => setCaps(caps.filter(cap => cap.key !== key))}
          >
            <CloseIcon size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add}>
          {t('add_campaign_cap')}
        </Button>
      </Group>
    </Stack>
  )
}

interface LimitInputProps {
  label: string
  description?: string
  currency: string
  required?: boolean
  flex?: number
  value: TypedLimit
  error?: ReactNode
  onChange: (amount: TypedLimit) => void
}

/** An amount that can be left empty. A text that is not an amount is an error, and not no limit. */
function LimitInput({ value, onChange, error, currency, ...props }: LimitInputProps) {
  const { t } = useTranslation('payments')
  const wrong = value === undefined ? t('entry.need_amount', { example: formatMoney(5000, currency) }) : undefined
  return (
    <MoneyInput
      {...props}
      currency={currency}
      value={value ?? undefined}
      error={wrong ?? error}
      onChange={(amount, mistyped) => onChange(amount ?? (mistyped ? undefined : null))}
    />
  )
}
