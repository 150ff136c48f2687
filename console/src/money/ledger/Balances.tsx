import { Anchor, Box, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Sum, sumOf } from '../../components/amounts.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatMoney } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { type SmallColumn, SmallTable } from '../../components/SmallTable.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { type Balance, balancesQuery } from './data.ts'
import type { LedgerListProps } from './Entries.tsx'

interface Props extends LedgerListProps {
  onAccount: (account: string) => void
}

interface Row extends Pick<Balance, 'account_label' | 'currency' | 'debit' | 'credit'> {
  id: string
  /** Undefined in the row of the totals. */
  account: string | undefined
  debit_balance: Sum
  credit_balance: Sum
}

/** The sums of each account, and their totals by currency. */
export function Balances({ search, filters, bar, onAccount, ...page }: Props) {
  const { t } = useTranslation('ledger')
  const { data } = useQuery({ ...balancesQuery(filters), placeholderData: keepPreviousData })
  const rows = (data ?? []).map(rowOf)
  const columns = useBalanceColumns(onAccount)
  return (
    <ListPage
      {...page}
      title={t('title')}
      filters={bar}
      loading={!data}
      count={rows.length}
      filtered={search.state !== undefined}
      empty={<EmptyState title={t('empty.title')} why={t('empty.why')} />}
    >
      <Box p="sm" pt={0}>
        <SmallTable
          label={t('view.balances')}
          rows={[...rows, ...totalsOf(rows, t)]}
          columns={columns}
          minWidth={300}
        />
      </Box>
    </ListPage>
  )
}

function rowOf({ account, account_label, currency, debit, credit, balance }: Balance): Row {
  return {
    id: `${account} ${currency}`,
    account,
    account_label,
    currency,
    debit,
    credit,
    debit_balance: balance > 0 ? balance : 0,
    credit_balance: balance < 0 ? -balance : 0,
  }
}

const sums = ['debit', 'credit', 'debit_balance', 'credit_balance'] as const

function totalsOf(rows: Row[], t: ReturnType<typeof useTranslation<'ledger'>>['t']): Row[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  return currencies.map(currency => {
    const own = rows.filter(row => row.currency === currency)
    const total = (name: (typeof sums)[number]) => sumOf(own.map(row => row[name]))
    return {
      id: `total ${currency}`,
      account: undefined,
      account_label: currencies.length > 1 ? t('total_in', { currency }) : t('total'),
      currency,
      debit: total('debit'),
      credit: total('credit'),
      debit_balance: total('debit_balance'),
      credit_balance: total('credit_balance'),
    }
  })
}

function useBalanceColumns(onAccount: (account: string) => void): SmallColumn<Row>[] {
  const { t } = useTranslation('ledger')
  const narrow = useNarrow()
  const account = ({ account, account_label }: Row) => (
    <Text size="sm" fw={account === undefined ? 700 : undefined} className="breaking">
      {account !== undefined && (
        <>
          <Anchor component="button" type="button" size="sm" onClick={() => onAccount(account)}>
            {account}
          </Anchor>{' '}
        </>
      )}
      {account_label !== account && account_label}
    </Text>
  )
  const money = (row: Row, amount: Sum) => (
    <Text size="sm" fw={row.account === undefined ? 700 : undefined} style={{ whiteSpace: 'nowrap' }}>
      {amount === 0 ? '' : formatMoney(amount, row.currency)}
    </Text>
  )
  if (narrow)
    return [
      { label: t('account'), rowHeader: true, cell: account },
      {
        label: t('balance'),
        figures: true,
        cell: row =>
          row.account === undefined ? (
            money(row, row.debit_balance)
          ) : (
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {t(row.credit_balance > 0 ? 'credit_of' : 'debit_of', {
                amount: formatMoney(row.credit_balance > 0 ? row.credit_balance : row.debit_balance, row.currency),
              })}
            </Text>
          ),
      },
    ]
  return [
    { label: t('account'), rowHeader: true, cell: account },
    ...sums.map(name => ({ label: t(name), figures: true, cell: (row: Row) => money(row, row[name]) })),
  ]
}
