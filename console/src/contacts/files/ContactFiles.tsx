import {
  ActionIcon,
  Alert,
  FileButton,
  Group,
  Loader,
  Progress,
  Stack,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactFile } from '../../api.ts'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { CloseIcon, DeleteIcon, EditIcon, ExportIcon, PlusIcon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { useFileDrop } from '../../components/use_file_drop.ts'
import { useMe } from '../../use_me.ts'
import { downloadFile, filesQuery, fileUsageQuery } from './data.ts'
import { DeleteFileDialog, RenameFileDialog } from './FileDialogs.tsx'
import { type Upload, useUploads } from './use_uploads.ts'

/** Longer than the dialog takes to return the focus. */
const after_dialog_ms = 50

/** The files of a contact: upload, download, rename, delete. */
export function ContactFiles({ contactId, level }: { contactId: number; level: 2 | 4 }) {
  const { t } = useTranslation('files')
  const { may } = useMe()
  const { data: files, isError } = useQuery({ ...filesQuery(contactId), throwOnError: false })
  const { data: limits } = useQuery({ ...fileUsageQuery, throwOnError: false })
  const { uploads, add, drop } = useUploads(contactId, limits)
  const [chosen, setChosen] = useState<{ file: ContactFile; what: 'rename' | 'delete' }>()
  const part = useRef<HTMLDivElement>(null)
  const close = () => setChosen(undefined)
  const writes = may('contacts:write')
  const dropping = useFileDrop(add)
  // The button that had the focus is gone. The closing dialog moves the focus first.
  const focusPart = () => setTimeout(() => part.current?.focus({ preventScroll: true }), after_dialog_ms)
  return (
    <Stack
      gap={4}
      ref={part}
      tabIndex={-1}
      role="group"
      aria-label={t('title')}
      className="file-part quiet-focus"
      {...(writes && dropping)}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={level} size="sm">
          {t('title')}
        </Title>
        {writes && <AddButton limits={limits} onFiles={add} />}
      </Group>
      <div role="status" aria-label={t('uploads')}>
        {uploads.map(upload => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onDrop={() => {
              drop(upload.id)
              focusPart()
            }}
          />
        ))}
      </div>
      {isError && <Alert color="red">{t('error.list')}</Alert>}
      {!files && !isError && <Loader size="sm" aria-label={t('loading')} />}
      {files?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(writes ? 'nothing_drop' : 'nothing')}
        </Text>
      )}
      {files && files.length > 0 && (
        <Stack component="ul" gap={0} className="file-list" aria-label={t('title')}>
          {files.map(file => (
            <FileRow key={file.id} file={file} onChoose={what => setChosen({ file, what })} />
          ))}
        </Stack>
      )}
      <RenameFileDialog file={chosen?.what === 'rename' ? chosen.file : undefined} onClose={close} />
      <DeleteFileDialog
        file={chosen?.what === 'delete' ? chosen.file : undefined}
        onClose={close}
        onDeleted={focusPart}
      />
    </Stack>
  )
}

type Limits = Awaited<ReturnType<NonNullable<typeof fileUsageQuery.queryFn>>>

/** Opens the file chooser. Files can also be dropped on the whole part. */
function AddButton({ limits, onFiles }: { limits: Limits | undefined; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('files')
  const hint = t('hint', { size: Math.floor((limits?.file_bytes_max ?? 20 * 2 ** 20) / 2 ** 20) })
  return (
    <FileButton
      multiple
      onChange={onFiles}
      accept={limits?.extensions.map(extension => `.${extension}`).join(',') ?? ''}
      inputProps={{ 'aria-label': t('add') }}
    >
      {props => (
        <Tooltip label={`${t('add')} · ${hint}`} multiline maw={260}>
          <ActionIcon {...props} variant="subtle" color="gray" aria-label={t('add')}>
            <PlusIcon size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  )
}

function FileRow({ file, onChoose }: { file: ContactFile; onChoose: (what: 'rename' | 'delete') => void }) {
  const { t } = useTranslation('files')
  const { may } = useMe()
  const [busy, setBusy] = useState(false)
  const { name, bytes, created_at, user, own } = file
  const download = () => {
    setBusy(true)
    downloadFile(file)
      .catch(notifyError)
      .finally(() => setBusy(false))
  }
  const writes = own && may('contacts:write')
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <UnstyledButton className="record-link file-name open" onClick={download} aria-busy={busy}>
          <ExportIcon size={16} />
          <span className="breaking">{name}</span>
          <VisuallyHidden>{t('download')}</VisuallyHidden>
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {[sizeOf(bytes), formatDateTime(created_at), fullName(user)].join(' · ')}
        </Text>
      </Stack>
      <Group gap={4} wrap="nowrap">
        {busy && <Loader size="xs" aria-label={t('downloading')} />}
        {writes && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('rename_of', { name })}
            onClick={() => onChoose('rename')}
          >
            <EditIcon size={16} />
          </ActionIcon>
        )}
        {(writes || may('privacy:manage')) && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('delete_of', { name })}
            onClick={() => onChoose('delete')}
          >
            <DeleteIcon size={16} />
          </ActionIcon>
        )}
      </Group>
    </Group>
  )
}

function UploadRow({ upload, onDrop }: { upload: Upload; onDrop: () => void }) {
  const { t } = useTranslation('files')
  const { name, state, share, error } = upload
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" py={4}>
      <Stack gap={2} miw={0} flex={1}>
        <Text size="sm" className="breaking">
          {name}
        </Text>
        {state === 'failed' ? (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        ) : (
          <>
            <Progress value={share * 100} size="sm" aria-label={t('progress_of', { name })} />
            <Text size="xs" c="dimmed">
              {t(state === 'waiting' ? 'waiting' : 'sending', { percent: Math.floor(share * 100) })}
            </Text>
          </>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(state === 'failed' ? 'dismiss_of' : 'cancel_of', { name })}
        onClick={onDrop}
      >
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
  )
}

/** In the unit that people read: kB up to a megabyte, then MB. */
function sizeOf(bytes: number) {
  const [unit, value] =
    bytes < 1e6 ? (['kilobyte', Math.max(1, Math.round(bytes / 1e3))] as const) : (['megabyte', bytes / 1e6] as const)
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value)
}
