import { useState } from 'react'
import { beginCampaign } from '#contract/operator/prices/invitations.ts'
import { formatCount, formatTokensGenitive } from '../../../../src/base/format/tokens.ts'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { kopecksTyped } from '../../ui/money-words.ts'
import { doneText } from '../../ui/value-words.ts'
import { NumberField } from './number-field.tsx'

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
export function BeginCampaignDialog({ onClose }: { onClose: () => void }) {
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
