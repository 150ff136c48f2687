import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { formatDay, fullName } from '../../components/formats.ts'
import { type FormVersion, versionsQuery } from './data.ts'
import { textChanges } from './text_changes.ts'

interface Props {
  form: Form | undefined
  text: string
  label: string
  error: ReactNode
  onChange: (text: string) => void
}

/** The text of a consent, its earlier versions, and what changed between them. */
export function ConsentVersions({ form, text, label, error, onChange }: Props) {
  const { t } = useTranslation('forms')
  const { data: versions = [] } = useQuery({ ...versionsQuery(form?.id ?? 0), enabled: form !== undefined })
  const [opened, setOpened] = useState(false)
  const reworded = form !== undefined && (text || label) !== (form.text || form.label)
  return (
    <Stack gap="xs">
      <Textarea
        label={t('text')}
        description={t('text_how')}
        autosize
        minRows={3}
        maxLength={20_000}
        value={text}
        error={error}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {reworded && (
        <div role="status">
          <Text size="sm" c="dimmed">
            {t('next_version', { version: form.version + 1 })}
          </Text>
          <Text size="sm" mt={6} className="consent-text consent-changes">
            <Changes before={form.text || form.label} after={text || label} />
          </Text>
        </div>
      )}
      {versions.length > 1 && (
        <>
          <Button variant="default" w="fit-content" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {t('versions', { count: versions.length })}
          </Button>
          {opened && (
            <Stack component="ol" gap="sm" className="version-list">
              {versions.map((version, index) => (
                <OneVersion
                  key={version.version}
                  version={version}
                  before={versions[index + 1]}
                  outdated={index > 0}
                  form_id={form?.id ?? 0}
                />
              ))}
            </Stack>
          )}
        </>
      )}
    </Stack>
  )
}

interface VersionProps {
  version: FormVersion
  before: FormVersion | undefined
  outdated: boolean
  form_id: number
}

function OneVersion({ version, before, outdated, form_id }: VersionProps) {
  const { t } = useTranslation('forms')
  const wording = version.text || version.label
  return (
    <li>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {t('version', { version: version.version })}
        </Text>
        <Text size="sm" c="dimmed">
          {[formatDay(version.created_at), ...(version.user ? [fullName(version.user)] : [])].join(' · ')}
        </Text>
      </Group>
      <Text size="sm" className="consent-text">
        {before ? <Changes before={before.text || before.label} after={wording} /> : wording}
      </Text>
      {version.answers !== null && (
        <Text size="sm" c="dimmed">
          {t('agreed', { count: version.answers })}
        </Text>
      )}
      {outdated && (version.answers ?? 0) > 0 && (
        <Anchor
          size="sm"
          renderRoot={props => <Link to="/contacts" search={searchFor(form_id, version.version + 1)} {...props} />}
        >
          {t('ask_again')}
        </Anchor>
      )}
    </li>
  )
}

function Changes({ before, after }: { before: string; after: string }) {
  return textChanges(before, after).map(({ kind, text }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'added') return <ins key={key}>{text}</ins>
    return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
  })
}

/** The list of contacts who answered a version before this one. */
const searchFor = (form_id: number, before_version: number) => ({
  where: [{ attr: 'form', ope: 'ext', form_id, before_version }],
})
