import { useState } from 'react'
import { Plus } from 'lucide-react'
import { type Campaign, endCampaign, listCampaigns, beginCampaign } from '#contract/operator/prices/invitations.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatCount, formatTokens, formatTokensGenitive } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { rubles, kopecksTyped } from '../../ui/money-words.ts'
import { Section } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { timeOf } from '../../base/local-time.ts'
import { doneText } from '../../ui/value-words.ts'
import { NumberField } from './number-field.tsx'

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

/** By the names of the contract's input, in their order. */
const labels = {
  invited_tokens: 'Токенов тому, кто пришёл',
  inviter_tokens: 'Токенов тому, кто пригласил',
  purchase_min_kopecks: 'Награда за покупку от, ₽',
  people_max: 'Пришедших всего',
  rewards_max: 'Наград одному пригласившему',
  network_max: 'Пришедших из сети за сутки'
}
type Field = keyof typeof labels

// Entries of a literal have its keys.
const fields = Object.entries(labels) as [Field, string][]

/** As typed; the purchase in roubles. */
const usual: Record<Field, string> = {
  invited_tokens: '10',
  inviter_tokens: '30',
  purchase_min_kopecks: '100',
  people_max: '25',
  rewards_max: '10',
  network_max: '5'
}

/** Begins a campaign in which users invite others. */
function BeginCampaignDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(usual)
  const [endsAt, setEndsAt] = useState('')
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={beginCampaign}
      title="Начать приглашения"
      description="Начнутся сразу: у каждого в профиле появится ссылка для друзей. Условия потом не меняются, приглашения можно только остановить."
      confirm="Начать"
      done={({ change }) => doneText(change, 'Приглашения начаты')}
      input={(change) => ({
        invited_tokens: Number(typed.invited_tokens),
        inviter_tokens: Number(typed.inviter_tokens),
        purchase_min_kopecks: kopecksTyped(typed.purchase_min_kopecks),
        people_max: Number(typed.people_max),
        rewards_max: Number(typed.rewards_max),
        network_max: Number(typed.network_max),
        ends_at: endsAt === '' ? null : timeOf(endsAt),
        ...change
      })}
    >
      {(problems) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(([field, label]) => (
              <NumberField
                key={field}
                label={label}
                value={typed[field]}
                error={problems[field]}
                onChange={(text) => setTyped((before) => ({ ...before, [field]: text }))}
              />
            ))}
          </div>
          <MostTokens
            people={Number(typed.people_max)}
            each={Number(typed.invited_tokens) + Number(typed.inviter_tokens)}
          />
          <TextField
            label="Конец"
            hint="Пусто: пока не остановите"
            type="datetime-local"
            value={endsAt}
            error={problems.ends_at}
            onChange={({ target }) => setEndsAt(target.value)}
          />
        </>
      )}
    </ChangeDialog>
  )
}

/** What the campaign can cost at most; nothing while the fields hold no such numbers. */
function MostTokens({ people, each }: { people: number; each: number }) {
  if (!Number.isSafeInteger(people * each) || people <= 0 || each <= 0) return null
  return (
    <p className="text-small text-ink-soft">{`Акция раздаст не больше ${formatTokensGenitive(people * each)}: ${formatCount(people)} × ${formatCount(each)}. Это входит в ваш дневной предел; сверх него нужен второй оператор.`}</p>
  )
}
