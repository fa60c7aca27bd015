import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { providerNames } from '#contract/identities.ts'
import type { ProofWay } from '#contract/second-step.ts'
import type { FreshProof } from '../base/session/fresh-proof.ts'
import { Button } from '../base/ui/button.tsx'
import { Dialog } from '../base/ui/dialog.tsx'
import { knowsPasskeys } from './factor-fields.tsx'
import { ByCode, ByPasskey, ByPassword, ByProvider, ByRecovery } from './proof-ways.tsx'

/** From the quickest to the one that leaves the page. */
const order: readonly ProofWay[] = ['passkey', 'code', 'password', 'recovery', 'yandex', 'vk']

const names: Record<ProofWay, string> = {
  passkey: 'Ключ доступа',
  code: 'Код из приложения',
  password: 'Пароль',
  recovery: 'Код восстановления',
  ...providerNames
}

/** Asks the user to prove who they are, after a call was refused for want of it. Closed, it calls those calls off. */
export function FreshProofDialog({ isOpen, ways, turn, onClose }: FreshProof) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title="Подтвердите, что это вы"
      description="Так чужой человек за вашим устройством ничего важного не изменит. После подтверждения десять минут не переспросим."
      staysOnOutsideClick
    >
      <Ways key={turn} ways={order.filter((way) => ways.includes(way) && (way !== 'passkey' || knowsPasskeys()))} />
    </Dialog>
  )
}

function Ways({ ways }: { ways: readonly ProofWay[] }) {
  const [way, setWay] = useState(ways[0])
  const place = useRef<HTMLDivElement>(null)
  const choose = (chosen: ProofWay) => {
    flushSync(() => setWay(chosen))
    place.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }
  if (way === undefined) return <NoWay />
  const others = ways.filter((one) => one !== way)
  return (
    <div ref={place} className="mt-5 flex flex-col gap-6">
      <Way key={way} way={way} />
      {others.length > 0 && (
        <fieldset className="border-t border-line pt-4">
          <legend className="sr-only">Подтвердить иначе</legend>
          <p aria-hidden className="text-small text-ink-soft">
            Подтвердить иначе
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {others.map((one) => (
              <Button key={one} variant="secondary" size="small" onClick={() => choose(one)}>
                {names[one]}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

const NoWay = () => (
  <p role="alert" className="mt-5 rounded-control bg-accent-soft px-4 py-3 text-small">
    В этом браузере подтвердить нечем. Выйдите из аккаунта и войдите заново: десять минут после входа подтверждение не
    нужно.
  </p>
)

function Way({ way }: { way: ProofWay }) {
  switch (way) {
    case 'passkey':
      return <ByPasskey />
    case 'code':
      return <ByCode />
    case 'password':
      return <ByPassword />
    case 'recovery':
      return <ByRecovery />
    case 'yandex':
    case 'vk':
      return <ByProvider provider={way} />
    default:
      return way satisfies never
  }
}
