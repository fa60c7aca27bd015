import { useState } from 'react'
import { Plus } from 'lucide-react'
import { type Campaign, endCampaign, listCampaigns } from '#contract/operator/prices/invitations.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatCount, formatTokens } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { rubles } from '../../ui/money-words.ts'
import { Section } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { BeginCampaignDialog } from './begin-campaign-dialog.tsx'

const columns: readonly Column<Campaign>[] = [
  {
    title: 'Начало',
    render: ({ begun_at: at, state }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span>{formatDateTime(at)}</span>{' '}
        {state === 'running' ? <Badge tone="success">идут</Badge> : <Badge>закончились</Badge>}
      </span>
    )
  },
  {
    title: 'Конец',
    render: ({ ends_at: at }) => (at === null ? 'пока не остановят' : formatDateTime(at))
  },
  { title: 'Пришедшему', numeric: true, render: ({ invited_tokens: tokens }) => formatTokens(tokens) },
  {
    title: 'Пригласившему',
    numeric: true,
    render: ({ inviter_tokens: tokens, rewards_max: max, purchase_min_kopecks: least }) => (
      <span className="flex flex-col">
        <span>{`${formatTokens(tokens)}, до ${formatCount(max)} раз`}</span>{' '}
        <span className="text-small text-ink-soft">{`за покупку от ${rubles(least)}`}</span>
      </span>
    )
  },
  {
    title: 'Пришли',
    numeric: true,
    render: ({ came, people_max: max }) => `${formatCount(came)} из ${formatCount(max)}`
  },
  {
    title: 'Награждены',
    numeric: true,
    render: ({ rewarded, taken_back: takenBack }) =>
      takenBack === 0 ? formatCount(rewarded) : `${formatCount(rewarded)}, отменено ${formatCount(takenBack)}`
  },
  { title: 'Оператор', render: ({ begun_by: by }) => by }
]

/** Campaigns in which users invite others: one runs at a time. */
export function Campaigns() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(listCampaigns, (next) => (next === null ? {} : { before: Number(next) }))
  const [beginning, setBeginning] = useState(false)
  const [ending, setEnding] = useState<Campaign | null>(null)
  const isFree = query.data?.pages.every(({ campaigns }) => campaigns.every(({ state }) => state === 'over')) === true
  return (
    <Section
      title="Приглашения"
      intro="Пришедший получает токены, когда подтвердит почту, пригласивший — после его первой достаточно большой покупки. Если деньги за неё вернутся, награда спишется с того, что осталось на балансе пригласившего. Операторы в приглашениях не участвуют."
      actions={
        mayChange &&
        isFree && (
          <Button
            size="small"
            variant="secondary"
            icon={<Plus size={18} aria-hidden />}
            onClick={() => setBeginning(true)}
          >
            Начать приглашения
          </Button>
        )
      }
    >
      <PartsTable
        caption="Приглашения"
        query={query}
        rowsOf={({ campaigns }) => campaigns}
        keyOf={({ id }) => id}
        empty="Приглашений ещё не было"
        columns={[
          ...columns,
          {
            title: 'Действия',
            titleHidden: true,
            render: (campaign) =>
              mayChange &&
              campaign.state === 'running' && (
                <RowButton label="Остановить приглашения" onClick={() => setEnding(campaign)}>
                  Остановить
                </RowButton>
              )
          }
        ]}
      />
      {beginning && <BeginCampaignDialog onClose={() => setBeginning(false)} />}
      {ending && (
        <ChangeDialog
          open
          onClose={() => setEnding(null)}
          endpoint={endCampaign}
          title="Остановить приглашения"
          description="Ссылки перестанут приносить токены новым людям. За тех, кто уже пришёл, пригласившие ещё получат награду с первой покупкой."
          confirm="Остановить"
          danger
          done="Приглашения остановлены"
          input={(change) => ({ id: ending.id, ...change })}
        />
      )}
    </Section>
  )
}
