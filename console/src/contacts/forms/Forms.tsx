import {
  Badge,
  Button,
  Group,
  Menu,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { DownIcon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useMe } from '../../use_me.ts'
import { allFormsQuery, type FormKind, kinds, orderForms } from './data.ts'
import { moved } from './draft.ts'
import { FormEditor } from './FormEditor.tsx'
import './forms.css'
import { MoveButtons } from './MoveButtons.tsx'
import { templates } from './templates.ts'
import { useDragOrder } from './use_drag_order.ts'

/** The form builder: all forms by kind, or the one that is edited. */
export function Forms() {
  const { open } = useSearch({ from: '/settings/forms' })
  const navigate = useNavigate({ from: '/settings/forms' })
  const { data: forms } = useSuspenseQuery(allFormsQuery)
  // The form that was edited last: the focus goes back to it in the list.
  const [edited, setEdited] = useState<number>()
  const close = (id?: number) => {
    setEdited(id)
    void navigate({ search: {} })
  }
  if (open === undefined) return <FormList forms={forms} edited={edited} />
  return <FormEditor key={open} id={open} forms={forms} onClose={close} />
}

function FormList({ forms, edited }: { forms: Form[]; edited: number | undefined }) {
  const { t } = useTranslation('forms')
  const { may } = useMe()
  const [withArchived, setWithArchived] = useState(false)
  const [place, setPlace] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (edited !== undefined) list.current?.querySelector<HTMLElement>(`[data-form="${edited}"]`)?.focus()
  }, [edited])
  const archived = forms.filter(form => form.archived)
  const shown = withArchived ? forms : forms.filter(form => !form.archived)
  const change = may('forms:write')
  return (
    <Stack ref={list} gap="md">
      <PageHeader title={t('title')}>{change && forms.length > 0 && <NewFormMenu />}</PageHeader>
      <Text c="dimmed" maw={640}>
        {t('intro')}
      </Text>
      {forms.length === 0 && <Templates change={change} />}
      {kinds.map(kind => {
        const some = shown.filter(form => form.kind === kind)
        return some.length > 0 && <KindList key={kind} kind={kind} forms={some} change={change} onPlace={setPlace} />
      })}
      {archived.length > 0 && (
        <Switch
          label={t('show_archived', { count: archived.length })}
          checked={withArchived}
          onChange={event => setWithArchived(event.currentTarget.checked)}
        />
      )}
      <VisuallyHidden role="status">{place}</VisuallyHidden>
    </Stack>
  )
}

function NewFormMenu() {
  const { t } = useTranslation('forms')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<DownIcon />}>{t('new')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(kind => (
          <Menu.Item
            key={kind}
            renderRoot={props => <Link to="/settings/forms" search={{ open: 'new', from: kind }} {...props} />}
          >
            {t(`one.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Templates({ change }: { change: boolean }) {
  const { t } = useTranslation('forms')
  return (
    <EmptyState title={t('empty')} why={t(change ? 'empty_why' : 'empty_read')}>
      {change && (
        <SimpleGrid cols={{ base: 1, sm: 3 }} mt="sm" w="100%">
          {templates.map(template => (
            <Paper key={template} withBorder p="md" ta="left">
              <Title order={3} size="h5">
                {t(`template.${template}.title`)}
              </Title>
              <Text size="sm" c="dimmed" my="xs">
                {t(`template.${template}.why`)}
              </Text>
              <Button
                renderRoot={props => <Link to="/settings/forms" search={{ open: 'new', from: template }} {...props} />}
                variant="default"
                aria-label={t('use_template', { name: t(`template.${template}.title`) })}
              >
                {t('use')}
              </Button>
            </Paper>
          ))}
        </SimpleGrid>
      )}
    </EmptyState>
  )
}

interface KindProps {
  kind: FormKind
  forms: Form[]
  change: boolean
  onPlace: (text: string) => void
}

function KindList({ kind, forms, change, onPlace }: KindProps) {
  const { t } = useTranslation(['forms', 'contacts'])
  const move = (from: number, to: number) => {
    const ids = moved(forms, from, to).map(({ id }) => id)
    onPlace(t('moved', { name: forms[from]?.label, place: to + 1, count: ids.length }))
    void orderForms(kind, ids).catch(notifyError)
  }
  const drag = useDragOrder(move)
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t(`answers.kind.${kind}`, { ns: 'contacts' })}
      </Title>
      <Paper withBorder component="ol" className="form-list">
        {forms.map((form, index) => (
          <li key={form.id} className="form-row" {...(change && forms.length > 1 && drag(index))}>
            <Stack gap={2} flex={1} miw={0}>
              <Group gap="xs">
                <Link
                  to="/settings/forms"
                  search={{ open: form.id }}
                  className="form-name"
                  data-form={form.id}
                  draggable={false}
                >
                  {form.label}
                </Link>
                {form.archived && <Badge color="gray">{t('archived')}</Badge>}
                {form.visible_to && <Badge variant="light">{t('limited')}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                <About form={form} />
              </Text>
            </Stack>
            {change && forms.length > 1 && (
              <MoveButtons name={form.label} index={index} count={forms.length} onMove={to => move(index, to)} />
            )}
          </li>
        ))}
      </Paper>
    </Stack>
  )
}

/** The type of a form, and what else is special about it. */
function About({ form }: { form: Form }) {
  const { t } = useTranslation('forms')
  const choices = form.refvalues.filter(({ archived }) => !archived).length
  const facts = [
    t(`type.${form.type}`),
    ...(form.type === 'radio' || form.type === 'select' || form.type === 'checkbox'
      ? [t('choices', { count: choices })]
      : []),
    ...(form.version > 1 ? [t('version', { version: form.version })] : []),
    ...(form.condition ? [t('conditional')] : []),
    ...(form.required_at_door ? [t('required')] : []),
  ]
  return <>{facts.join(' · ')}</>
}
