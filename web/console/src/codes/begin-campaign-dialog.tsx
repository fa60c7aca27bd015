import { useState } from 'react'
import { beginCampaign } from '#contract/operator-invitations.ts'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { timeOf } from '../base/local-time.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { NumberField } from './number-field.tsx'

/** Begins a campaign in which users invite others. */
export function BeginCampaignDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState('10')
  const [inviter, setInviter] = useState('30')
  const [rewards, setRewards] = useState('10')
  const [perNetwork, setPerNetwork] = useState('5')
  const [endsAt, setEndsAt] = useState('')
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={beginCampaign}
      title="Начать приглашения"
      description="Начнутся сразу: у каждого в профиле появится ссылка для друзей. Условия потом не меняются, приглашения можно только остановить."
      confirm="Начать"
      done="Приглашения начаты"
      input={(change) => ({
        invited_tokens: Number(invited),
        inviter_tokens: Number(inviter),
        rewards_max: Number(rewards),
        network_max: Number(perNetwork),
        ends_at: endsAt === '' ? null : timeOf(endsAt),
        ...change
      })}
    >
      {(problems) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label="Токенов тому, кто пришёл"
              value={invited}
              error={problems.invited_tokens}
              onChange={setInvited}
            />
            <NumberField
              label="Токенов тому, кто пригласил"
              value={inviter}
              error={problems.inviter_tokens}
              onChange={setInviter}
            />
            <NumberField
              label="Наград одному пригласившему"
              value={rewards}
              error={problems.rewards_max}
              onChange={setRewards}
            />
            <NumberField
              label="Пришедших из сети за сутки"
              value={perNetwork}
              error={problems.network_max}
              onChange={setPerNetwork}
            />
          </div>
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
