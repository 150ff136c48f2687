import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, hasTooManyDecimals, parseMoney } from './amounts.ts'
import { decimalSeparator, formatMoney, moneyInputText } from './formats.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  currency: string
  /** In minor units; undefined while the text is not an amount. */
  value: number | undefined
  /** `mistyped`: there is a text, and it is not an amount. */
  onChange: (amount: number | undefined, mistyped: boolean) => void
  ref?: Ref<HTMLInputElement>
}

const example = 5000

const isMistyped = (text: string, amount: number | undefined) => text.trim() !== '' && amount === undefined

/** An amount, typed as the user's language writes it, in minor units. */
export function MoneyInput({ currency, value, onChange, ref, ...props }: Props) {
  const { t } = useTranslation('payments')
  const input = useRef<HTMLInputElement>(null)
  const merged = useMergedRef(input, ref ?? null)
  const [typed, setTyped] = useState<string>()
  const parse = (text: string) => parseMoney(text, currency, decimalSeparator())
  const mistyped = typed !== undefined && isMistyped(typed, parse(typed))
  const isTooExact = mistyped && digitsOf(currency) === 2 && hasTooManyDecimals(typed, currency, decimalSeparator())
  const needed = isTooExact
    ? t('entry.two_decimals')
    : t('entry.need_amount', { example: formatMoney(example, currency) })
  const wrong = mistyped ? needed : ''
  // A form that is checked before it is sent shows this at the field.
  useEffect(() => input.current?.setCustomValidity(wrong), [wrong])
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
      ref={merged}
      // The text stays as typed until the field is left; a text that is not an amount stays, to be corrected.
      value={typed ?? shown}
      onChange={event => {
        setTyped(event.currentTarget.value)
        const amount = parse(event.currentTarget.value)
        onChange(amount, isMistyped(event.currentTarget.value, amount))
      }}
      onBlur={event => {
        if (!mistyped) setTyped(undefined)
        props.onBlur?.(event)
      }}
      onFocus={event => {
        event.currentTarget.select()
        props.onFocus?.(event)
      }}
    />
  )
}
