import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { type Invitation, readInvitation } from '#contract/invitation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { accountKey } from '../../base/http/query-keys.ts'
import { paths } from '../../base/paths.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { useCopy } from '../../base/ui/use-copy.ts'
import { Section } from './section.tsx'

const invitationQuery = {
  queryKey: [...accountKey, 'invitation'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(readInvitation, {}, { signal })).invitation
}

/** The user's link for friends, while a campaign runs. Otherwise, and when it cannot be read, there is nothing to see. */
export function InviteFriend() {
  const { data: invitation } = useQuery(invitationQuery)
  return invitation ? <Invite invitation={invitation} /> : null
}

function Invite({ invitation }: { invitation: Invitation }) {
  const { code, invitedTokens, inviterTokens, purchaseMinRub, rewardsMax, endsAt, came, rewarded, takenBack } =
    invitation
  const link = `${window.location.origin}${paths.auth}?invite=${code}`
  const { copied, copy } = useCopy(link)
  return (
    <Section title="Пригласить друга" text={endsAt === null ? undefined : `До ${formatDateTime(endsAt)}.`}>
      <div className="flex max-w-xl flex-col gap-4">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>{`Другу — ${formatTokens(invitedTokens)}, когда он зарегистрируется по ссылке и подтвердит почту.`}</li>
          <li>{`Вам — ${formatTokens(inviterTokens)} после его первой покупки от ${formatRubles(purchaseMinRub)}. Если деньги за неё вернутся, награда спишется с того, что осталось на балансе.`}</li>
        </ul>
        <div className="flex flex-wrap items-center gap-3">
          <input
            readOnly
            aria-label="Ваша ссылка"
            value={link}
            onFocus={(event) => event.target.select()}
            className="min-h-11 min-w-0 grow basis-60 truncate rounded-small bg-sunken px-3 text-small"
          />
          <Button
            variant="secondary"
            icon={copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Скопировано' : 'Копировать'}
          </Button>
        </div>
        <p className="text-small text-ink-soft">
          {`Пришли по ссылке: ${formatCount(came)}. Получено наград: ${formatCount(rewarded)} из ${formatCount(rewardsMax)}.${takenBack > 0 ? ` Отменено из-за возврата покупки: ${formatCount(takenBack)}.` : ''}`}
        </p>
      </div>
    </Section>
  )
}
