import { Group, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  description?: ReactNode
  required?: boolean
  /** Whether several can be chosen. */
  many?: boolean
  error?: string | undefined
  children: ReactNode
}

/** A question with one button for each answer. Its error is below it, and is read with it. */
export function ChipField({ label, description, required = false, many = false, error, children }: Props) {
  const error_id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      withAsterisk={required}
      error={error}
      errorProps={{ id: error_id }}
    >
      <Group
        gap="xs"
        my={4}
        role={many ? 'group' : 'radiogroup'}
        aria-label={label}
        aria-describedby={error && error_id}
        aria-required={many ? undefined : required}
        aria-invalid={many || !error ? undefined : true}
        data-wrong={error ? true : undefined}
        className="field-chips"
      >
        {children}
      </Group>
    </Input.Wrapper>
  )
}
