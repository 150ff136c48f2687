import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchesWords } from '../../components/text_match.ts'
import { ledgerSettingsQuery } from '../ledger/data.ts'
import { chartOf } from '../ledger/settings/account_values.ts'
import { accountsQuery } from './data.ts'

interface Props extends Pick<AutocompleteProps, 'label' | 'description' | 'error' | 'required' | 'flex' | 'ref'> {
  value: string
  onChange: (account: string) => void
}

/** The account of the ledger that a line is booked to: one of the chart, found by its number or name, or another one. */
export function LedgerAccountField({ value, onChange, description, ...props }: Props) {
  const { data } = useQuery({ ...ledgerSettingsQuery, throwOnError: false })
  const { data: banks = [] } = useQuery(accountsQuery)
  const names = data ? chartOf(data.settings) : new Map<string, string>()
  // Money between two banks goes to an account for transfers.
  const numbers = [...names.keys()].filter(number => !banks.some(({ ledger_account }) => ledger_account === number))
  return (
    <Autocomplete
      {...props}
      description={names.get(value) || description}
      maxLength={200}
      value={value}
      onChange={onChange}
      data={numbers}
      maxDropdownHeight={220}
      filter={({ options, search }) =>
        options.filter(
          option => 'value' in option && matchesWords(search.trim(), option.value, names.get(option.value) ?? ''),
        )
      }
      renderOption={({ option }) => (
        <Text size="sm">
          {option.value}{' '}
          <Text span inherit c="dimmed">
            {names.get(option.value)}
          </Text>
        </Text>
      )}
    />
  )
}
