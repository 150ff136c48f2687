import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useMe } from '../../use_me.ts'
import './bank.css'
import { accountsQuery, monthsQuery } from './data.ts'
import { BankHeader } from './desk/BankHeader.tsx'
import { Lines } from './desk/Lines.tsx'
import { MonthEnd } from './desk/MonthEnd.tsx'
import { MonthSum } from './desk/MonthSum.tsx'
import { FileDrop } from './import/FileDrop.tsx'
import { ImportDialog } from './import/ImportDialog.tsx'
import { type BankSearch, startMonth } from './search_params.ts'

const route = getRouteApi('/payments/bank')

/** The bank: lines of statements face the payments that they are, until nothing is left. */
export function Bank() {
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const { account: chosen } = route.useSearch()
  const usable = accounts.filter(({ archived, id }) => !archived || id === chosen)
  const account = usable.find(({ id }) => id === chosen) ?? usable[0]
  return account ? <Account key={account.id} account={account} accounts={usable} /> : <NoAccount />
}

function NoAccount() {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState title={t('no_account.title')} why={t('no_account.why')}>
        {may('finance:settings') ? (
          <Button component={Link} to="/settings/finance" search={{ tab: 'bank' } as never}>
            {t('no_account.add')}
          </Button>
        ) : (
          t('no_account.ask')
        )}
      </EmptyState>
    </>
  )
}

function Account({ account, accounts }: { account: BankAccount; accounts: BankAccount[] }) {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: months } = useSuspenseQuery(monthsQuery(account.id))
  const [file, setFile] = useState<File | 'ask'>()
  const set = (change: Partial<BankSearch>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('account' in change) })
  const withLines = months.filter(({ lines_count, closed_at }) => lines_count > 0 || closed_at !== null)
  const month = months.find(({ month }) => month === search.month) ?? startMonth(withLines) ?? months.at(-1)
  const isEmpty = !months.some(({ lines_count }) => lines_count > 0)
  return (
    <div className="bank-desk">
      <BankHeader
        account={account}
        accounts={accounts}
        months={isEmpty ? [] : months}
        month={month}
        onAccount={id => set({ account: id, month: undefined, tab: undefined, q: undefined })}
        onMonth={month => set({ month })}
        onImport={may('finance:write') ? () => setFile('ask') : undefined}
      />
      {isEmpty || !month ? (
        <EmptyState title={t('no_statement.title')} why={t('no_statement.why')}>
          {may('finance:write') && <FileDrop onFile={setFile} />}
        </EmptyState>
      ) : (
        <>
          <MonthSum month={month} />
          <Lines
            key={month.month}
            account={account}
            month={month}
            tab={search.tab ?? 'open'}
            words={search.q}
            onTab={tab => set({ tab: tab === 'open' ? undefined : tab })}
            onWords={q => set({ q })}
            end={
              <MonthEnd
                account={account}
                month={month}
                onImport={may('finance:write') ? () => setFile('ask') : undefined}
                onMatched={() => set({ tab: 'matched' })}
              />
            }
          />
        </>
      )}
      <ImportDialog
        file={file}
        account={account}
        accounts={accounts}
        onFile={setFile}
        onClose={() => setFile(undefined)}
        onImported={(id, month) => set({ account: id, month, tab: undefined, q: undefined })}
      />
    </div>
  )
}
