import { listDebts } from '#contract/operator/money/wallets.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { hrefOf } from '../../base/address.ts'
import { useParts } from '../../base/use-call.ts'
import { IdLink } from '../../ui/id-link.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { PartsTable } from '../../ui/table.tsx'

/** Users who have spent tokens that were taken back later. */
export function Page() {
  const parts = useParts(listDebts, (next) => (next === null ? {} : { after: String(next) }))
  return (
    <Frame
      title="Долги"
      intro="Долг появляется, когда забраны уже потраченные токены: при возврате денег, списании в долг или исправлении баланса. Его гасит покупка; простить его можно, начислив токены на карточке человека."
    >
      <PartsTable
        caption="Долги"
        query={parts}
        rowsOf={({ debts }) => debts}
        keyOf={({ user_id: id }) => id}
        empty={parts.hasNextPage ? 'Среди первых долгов нет' : 'Долгов нет'}
        columns={[
          { title: 'Человек', render: ({ user_id: id }) => <IdLink to="/people" id={id} /> },
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
    </Frame>
  )
}
