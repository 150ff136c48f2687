import { Alert, Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type BankAccount } from '../../../api.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { errorText } from '../../../components/error_text.ts'
import { formatNumber } from '../../../components/formats.ts'
import { type FilePreview, type ImportedFile, importFile, previewFile } from '../files.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { FileDrop } from './FileDrop.tsx'

interface Props {
  /** The file that was dropped; `ask` to choose one in the dialog. */
  file: File | 'ask' | undefined
  account: BankAccount
  accounts: BankAccount[]
  onFile: (file: File | 'ask') => void
  onClose: () => void
  /** The account of the file, and the month in which it begins. */
  onImported: (account: number, month: string) => void
}

/** Imports a statement. The columns of a CSV file are mapped once for each account. */
export function ImportDialog({ file, onClose, ...props }: Props) {
  const { t } = useTranslation('bank')
  const [mapping, setMapping] = useState(false)
  return (
    <Dialog opened={file !== undefined} onClose={onClose} title={t('import.title')} size={mapping ? 'lg' : 'md'}>
      {file !== undefined && (
        <ImportSteps
          key={file === 'ask' ? 'ask' : `${file.name} ${file.size} ${file.lastModified}`}
          {...props}
          file={file}
          onClose={onClose}
          onMapping={setMapping}
        />
      )}
    </Dialog>
  )
}

type Step =
  | { kind: 'busy' }
  | { kind: 'columns'; preview: FilePreview }
  | { kind: 'done'; result: ImportedFile }
  | { kind: 'failed'; messages: string[] }

const bytes_max = 20 * 1024 * 1024

interface StepProps extends Omit<Props, 'file'> {
  file: File | 'ask'
  onMapping: (open: boolean) => void
}

function ImportSteps({ file, account, accounts, onFile, onClose, onImported, onMapping }: StepProps) {
  const { t } = useTranslation('bank')
  const [target, setTarget] = useState(account)
  const [step, setStep] = useState<Step>({ kind: 'busy' })
  const started = useRef(false)
  // Of a CSV file, to map its columns in another way if it cannot be read.
  const [preview, setPreview] = useState<FilePreview>()
  const fail = (error: unknown) => setStep({ kind: 'failed', messages: messagesOf(error) })
  const upload = async (file: File, id: number | undefined) => {
    setStep({ kind: 'busy' })
    const result = await importFile(file, id)
    setStep({ kind: 'done', result })
    const [first] = result.statements
    if (first) onImported(first.bank_account_id, first.from_date.slice(0, 7))
  }
  const mapColumns = (preview: FilePreview) => {
    onMapping(true)
    setStep({ kind: 'columns', preview })
  }
  const start = async (file: File) => {
    if (file.size > bytes_max) return setStep({ kind: 'failed', messages: [t('import.too_big')] })
    if (!mayBeTable(file)) return upload(file, accounts.length === 1 ? account.id : undefined)
    const preview = await previewFile(file, target.id)
    if (preview.format !== 'csv') return upload(file, undefined)
    setPreview(preview)
    if (target.csv_mapping) return upload(file, target.id)
    mapColumns(preview)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is sent once, when it is chosen.
  useEffect(() => {
    if (file === 'ask' || started.current) return
    started.current = true
    onMapping(false)
    start(file).catch(fail)
  }, [file])
  if (file === 'ask')
    return (
      <Stack>
        {accounts.length > 1 && (
          <NativeSelect
            label={t('import.account')}
            description={t('import.account_how')}
            value={String(target.id)}
            onChange={event => {
              const chosen = accounts.find(({ id }) => String(id) === event.currentTarget.value)
              if (chosen) setTarget(chosen)
            }}
            data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <FileDrop onFile={onFile} />
      </Stack>
    )
  if (step.kind === 'columns')
    return (
      <ColumnMapping
        account={target}
        file={file}
        preview={step.preview}
        onCancel={onClose}
        onMapped={() => {
          onMapping(false)
          upload(file, target.id).catch(fail)
        }}
      />
    )
  if (step.kind === 'done') return <Result file={file} result={step.result} onClose={onClose} />
  if (step.kind === 'failed')
    return (
      <Stack>
        <Alert color="red" role="alert" title={t('import.failed', { name: file.name })}>
          {step.messages.map(message => (
            <Text key={message} size="sm" className="breaking">
              {message}
            </Text>
          ))}
          <Text size="sm" mt="xs">
            {t('import.nothing_kept')}
          </Text>
        </Alert>
        <Group justify="flex-end">
          {preview && (
            <Button variant="default" onClick={() => mapColumns(preview)}>
              {t('import.columns_again')}
            </Button>
          )}
          <Button variant="default" onClick={() => onFile('ask')}>
            {t('import.other')}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Stack align="center" role="status" py="lg">
      <Loader aria-hidden />
      <Text className="breaking">{t('import.reading', { name: file.name })}</Text>
    </Stack>
  )
}

function Result({ file, result, onClose }: { file: File; result: ImportedFile; onClose: () => void }) {
  const { t } = useTranslation('bank')
  const { added_count: added, lines_count, left_out_count: left_out } = result
  const known = lines_count - added
  return (
    <Stack>
      <div role="status">
        <Text fw={600}>{t('import.added', { count: added, shown: formatNumber(added) })}</Text>
        {known > 0 && <Text>{t('import.known', { count: known, shown: formatNumber(known) })}</Text>}
        {left_out > 0 && <Text>{t('import.left_out', { count: left_out, shown: formatNumber(left_out) })}</Text>}
        <Text size="sm" c="dimmed" className="breaking">
          {file.name}
        </Text>
      </div>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('import.to_desk')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Whether the columns of this file may have to be mapped. */
const mayBeTable = ({ name }: File) => /\.(csv|tsv|txt)$/i.test(name)

const messagesOf = (error: unknown) =>
  error instanceof ApiError && error.errors.length > 0 ? error.errors.map(({ message }) => message) : [errorText(error)]
