import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { type Ref, useState } from 'react'
import { parseMoney } from './amounts.ts'
import { moneyInputText } from './formats.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  currency: string
  /** In minor units; undefined while the text is not an amount. */
  value: number | undefined
  onChange: (amount: number | undefined) => void
  ref?: Ref<HTMLInputElement>
}

/** An amount, typed as the user's language writes it, in minor units. */
export function MoneyInput({ currency, value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string>()
  const shown = value === undefined ? '' : moneyInputText(value, currency)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text span size="sm" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={52}
      classNames={{ input: 'figures' }}
      {...props}
      // The text stays as typed until the field is left; a text that is not an amount stays, to be corrected.
      value={typed ?? shown}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onChange(parseMoney(event.currentTarget.value, currency))
      }}
      onBlur={event => {
        if (!typed?.trim() || parseMoney(typed, currency) !== undefined) setTyped(undefined)
        props.onBlur?.(event)
      }}
      onFocus={event => {
        event.currentTarget.select()
        props.onFocus?.(event)
      }}
    />
  )
}
