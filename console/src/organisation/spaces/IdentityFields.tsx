import { Fieldset, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Space } from '../../api.ts'
import { LogoField } from './LogoField.tsx'

const numbers = ['siren', 'rna', 'charity_number', 'company_number'] as const

type Identity = Pick<Space, 'legal_name' | 'postal_address' | 'signatory' | (typeof numbers)[number]>

export const identityOf = (space: Identity): Identity => ({
  legal_name: space.legal_name,
  postal_address: space.postal_address,
  siren: space.siren,
  rna: space.rna,
  charity_number: space.charity_number,
  company_number: space.company_number,
  signatory: space.signatory,
})

interface Props {
  space: Space
  form: { key: (name: keyof Identity) => string; getInputProps: (name: keyof Identity) => object }
}

/** Who the organisation is before the law. */
export function IdentityFields({ space, form }: Props) {
  const { t } = useTranslation('settings')
  return (
    <Fieldset legend={t('identity.title')}>
      <LogoField space={space} />
      <TextInput
        id="legal_name"
        label={t('identity.legal_name')}
        description={t('identity.legal_name_how')}
        mt="sm"
        maxLength={200}
        key={form.key('legal_name')}
        {...form.getInputProps('legal_name')}
      />
      <Textarea
        id="postal_address"
        label={t('identity.postal_address')}
        autosize
        minRows={2}
        maxLength={500}
        mt="sm"
        key={form.key('postal_address')}
        {...form.getInputProps('postal_address')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
        {numbers.map(name => (
          <TextInput
            id={name}
            label={t(`identity.${name}`)}
            maxLength={40}
            key={form.key(name)}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <TextInput
        id="signatory"
        label={t('identity.signatory')}
        description={t('identity.signatory_how')}
        maxLength={200}
        mt="sm"
        key={form.key('signatory')}
        {...form.getInputProps('signatory')}
      />
    </Fieldset>
  )
}
