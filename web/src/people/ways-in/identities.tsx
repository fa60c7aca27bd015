import { Link2 } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  beginLink,
  identityProviders,
  type IdentityProvider,
  providerNames,
  unlinkIdentity
} from '#contract/identities.ts'
import type { WaysIn } from '#contract/second-step.ts'
import { formatDate, formatMoment } from '../../base/format/dates.ts'
import { paths } from '../../base/paths.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { Button } from '../../base/ui/button.tsx'
import { readWays, ways } from '../sign-in/ways.ts'
import { ConfirmedChange } from './confirmed-change.tsx'
import { Part, Row, Rows } from './part.tsx'
import { useWaysChange } from './ways-in-calls.ts'

type Identity = WaysIn['identities'][number]

/** Accounts elsewhere that open this one. A linked one can always be unlinked, also where the site offers it no more. */
export function Identities({ identities }: { identities: readonly Identity[] }) {
  const offered = useSyncExternalStore(ways.subscribe, ways.getState) ?? []
  useEffect(() => void readWays(), [])
  const [unlinking, setUnlinking] = useState<IdentityProvider | null>(null)
  const linked = (provider: IdentityProvider) => identities.find((one) => one.provider === provider)
  const shown = identityProviders.filter((provider) => offered.includes(provider) || linked(provider))
  if (shown.length === 0) return null
  return (
    <Part
      title="Вход через другие сайты"
      text="Одно нажатие вместо пароля. Мы узнаём только, что это вы: писать от вашего имени или читать вашу почту мы не сможем."
    >
      <Rows label="Вход через другие сайты">
        {shown.map((provider) => (
          <IdentityRow
            key={provider}
            provider={provider}
            identity={linked(provider)}
            onUnlink={() => setUnlinking(provider)}
          />
        ))}
      </Rows>
      {unlinking !== null && (
        <ConfirmedChange
          open
          onOpenChange={() => setUnlinking(null)}
          title={`Отвязать ${providerNames[unlinking]}?`}
          text={`Войти через ${providerNames[unlinking]} больше не получится. Привязать его снова можно в любой момент.`}
          action="Отвязать"
          done={`${providerNames[unlinking]} отвязан`}
          change={() => callFresh(unlinkIdentity, { provider: unlinking })}
        />
      )}
    </Part>
  )
}

interface IdentityRowProps {
  provider: IdentityProvider
  identity: Identity | undefined
  onUnlink: () => void
}

function IdentityRow({ provider, identity, onUnlink }: IdentityRowProps) {
  const name = providerNames[provider]
  const linking = useWaysChange({
    change: async () => {
      const { url } = await callFresh(beginLink, { provider, intent: 'link', returnTo: paths.profile })
      window.location.assign(url)
    },
    failed: `Не удалось открыть страницу ${name}`
  })
  const used = identity?.usedAt ? ` · последний вход ${formatMoment(identity.usedAt)}` : ''
  return (
    <Row
      icon={<Link2 size={20} />}
      title={name}
      text={identity ? `Привязан ${formatDate(identity.linkedAt)}${used}` : 'Не привязан'}
    >
      {identity ? (
        <Button variant="ghost" size="small" aria-label={`Отвязать ${name}`} onClick={onUnlink}>
          Отвязать
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Привязать ${name}`}
          busy={linking.isPending}
          onClick={() => linking.start()}
          className="max-sm:ml-3"
        >
          Привязать
        </Button>
      )}
    </Row>
  )
}
