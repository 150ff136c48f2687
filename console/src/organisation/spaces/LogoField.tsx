import { Button, FileButton, Group, Image, Input, Stack } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter, type Space } from '../../api.ts'
import { errorText } from '../../components/error_text.ts'
import { notify } from '../../components/notifications.tsx'

const bytes_max = 256 * 1024

/** The logo of a space. It is stored as soon as it is chosen. */
export function LogoField({ space: { id, has_logo, updated_at } }: { space: Space }) {
  const { t } = useTranslation('settings')
  const [error, setError] = useState('')
  const { data: logo } = useQuery({
    queryKey: ['spaces', id, 'logo', updated_at],
    queryFn: has_logo ? ({ signal }) => muster.spaces.readLogo({ id }, { signal }) : skipToken,
  })
  const change = (write: () => Promise<unknown>) =>
    refreshAfter(['spaces'], write()).then(
      () => notify(t('message.saved', { ns: 'shell' })),
      failure => setError(errorText(failure)),
    )
  const choose = (file: File | null) => {
    setError(file && file.size > bytes_max ? t('identity.logo_too_large') : '')
    if (file && file.size <= bytes_max) void change(() => muster.spaces.uploadLogo({ id, file }))
  }
  const remove = () => {
    setError('')
    void change(() => muster.spaces.removeLogo({ id }))
  }
  return (
    <Input.Wrapper label={t('identity.logo')} labelElement="div" description={t('identity.logo_how')} error={error}>
      <Stack gap="xs" mt={4} align="flex-start">
        {has_logo && logo && <Picture logo={logo} alt={t('identity.logo')} />}
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg" onChange={choose} key={updated_at}>
            {props => (
              <Button {...props} variant="default" size="xs">
                {t(has_logo ? 'identity.replace_logo' : 'identity.choose_logo')}
              </Button>
            )}
          </FileButton>
          {has_logo && (
            <Button variant="subtle" color="red" size="xs" onClick={remove}>
              {t('identity.remove_logo')}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

function Picture({ logo, alt }: { logo: Blob; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(logo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [logo])
  return <Image src={url} alt={alt} w="auto" fit="contain" mah={64} maw={240} />
}
