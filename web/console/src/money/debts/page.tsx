import { listDebts } from '#contract/operator/money/wallets.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { hrefOf } from '../../base/address.ts'
import { useParts } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'

/** Users who have spent tokens that were taken back later. */
export function Page() {
  const parts = useParts(listDebts, (next) => (next === null ? {} : { after: String(next) }))
  const debts = parts.data?.pages.flatMap((part) => part.debts)
  return (
    <Frame
      title="Долги"
      intro="Долг появляется, когда забраны уже потраченные токены: при возврате денег, списании в долг или исправлении баланса. Его гасит покупка; простить его можно, начислив токены на карточке человека."
    >
      <Loaded query={{ data: debts, error: parts.error, refetch: parts.refetch }}>
        {(shown) => (
          <Table
            caption="Долги"
            rows={shown}
            keyOf={({ user_id: id }) => id}
            empty={parts.hasNextPage ? 'Среди первых долгов нет' : 'Долгов нет'}
            more={parts.hasNextPage ? { read: () => void parts.fetchNextPage(), busy: parts.isFetchingNextPage } : null}
            columns={[
              {
                title: 'Человек',
                render: ({ user_id: id }) => (
                  <a href={hrefOf('/people', id)} className="break-all underline">
                    {id}
                  </a>
                )
              },
              { title: 'Долг', numeric: true, render: ({ debt_tokens: tokens }) => formatTokens(tokens) },
              {
                title: 'Платежи',
                render: ({ user_id: id }) => (
                  <a href={hrefOf('/payments', undefined, { user: id })} className="underline">
                    Показать
                  </a>
                )
              }
            ]}
          />
        )}
      </Loaded>
    </Frame>
  )
}
