import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { usageQuery } from '../../base/session/wallet.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { Tabs } from '../../base/ui/tabs.tsx'
import { AccountCards, BalanceNotice } from './account-cards.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PlanCard } from './plan-card.tsx'
import { UsageHistory } from './usage-history.tsx'
import { UsageList, UsageSkeleton } from './usage-list.tsx'

export function Page() {
  const { status } = useSession()
  if (status === 'loading') return <Loading />
  return status === 'signed-out' ? (
    <SignInPrompt title="Необходима авторизация" text="Войдите в систему для просмотра подписки" />
  ) : (
    <Account />
  )
}

const tabs = ['overview', 'usage', 'payments'] as const
type Tab = (typeof tabs)[number]

/** The tab is kept in the URL, so that a reload keeps it and other pages can link to it. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'overview'
  return [
    tab,
    (next) => setQuery(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
  ]
}

function Account() {
  const [tab, setTab] = useTab()
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-heading font-semibold">Моя подписка</h1>
        <Link to={paths.tokenPurchase} className={buttonClass()}>
          Купить токены
        </Link>
      </div>
      <BalanceNotice />
      <AccountCards />
      <div className="mt-10">
        <Tabs<Tab>
          label="Разделы подписки"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'overview', label: 'Обзор', content: <Overview onShowAll={() => setTab('usage')} /> },
            { value: 'usage', label: 'История токенов', content: <UsageHistory /> },
            { value: 'payments', label: 'Платежи', content: <PaymentHistory /> }
          ]}
        />
      </div>
    </div>
  )
}

const Loading = () => (
  <output aria-label="Загрузка подписки" className="mx-auto block w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
    <Skeleton className="h-10 w-64" />
    <span className="mt-8 grid gap-4 sm:grid-cols-3">
      <Skeleton className="h-30" />
      <Skeleton className="h-30" />
      <Skeleton className="h-30" />
    </span>
  </output>
)

const recentCount = 3

const Overview = ({ onShowAll }: { onShowAll: () => void }) => (
  <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_1.4fr]">
    <PlanCard />
    <Recent onShowAll={onShowAll} />
  </div>
)

function Recent({ onShowAll }: { onShowAll: () => void }) {
  const { data, isPending } = useQuery(usageQuery)
  const records = [...(data?.running ?? []), ...(data?.usage ?? [])]
  return (
    <section aria-labelledby="recent-operations">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="recent-operations" className="font-semibold">
          Последние операции
        </h2>
        {records.length > recentCount && (
          <Button variant="ghost" size="small" onClick={onShowAll}>
            Все
          </Button>
        )}
      </div>
      {isPending ? <UsageSkeleton rows={recentCount} /> : <UsageList records={records.slice(0, recentCount)} />}
      {!isPending && records.length === 0 && (
        <Link to={paths.gpt5} className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
          Задать первый вопрос
        </Link>
      )}
    </section>
  )
}
