import { useState } from 'react'
import { counted, formOf } from '#contract/counted.ts'
import { renewRecoveryCodes, switchSecondStep, type WaysIn } from '#contract/second-step.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmedChange } from './confirmed-change.tsx'
import { Part } from './part.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useWaysChange } from './ways-in-calls.ts'

/** Fewer are soon used up. */
const fewCodes = 3

interface SecondStepProps {
  ways: WaysIn
  email: string
}

/** The switch of the second step, and the codes for when nothing else is at hand. */
export function SecondStep({ ways, email }: SecondStepProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const canTake = ways.passkeys.length > 0 || ways.authenticatorSince !== null
  return (
    <Part
      title="Второй шаг"
      text="После пароля, Яндекс ID или VK ID сайт спросит ещё код из приложения или ключ доступа. Тогда одного украденного пароля мало, чтобы войти. Вход ключом доступа второго шага не требует."
    >
      {ways.secondStep ? (
        <SwitchedOn left={ways.recoveryLeft} onCodes={setCodes} />
      ) : canTake ? (
        <SwitchOn onCodes={setCodes} />
      ) : (
        <p className="text-small">
          {ways.takesAuthenticators
            ? 'Чтобы включить его, сначала добавьте ключ доступа или подключите приложение с кодами.'
            : 'Чтобы включить его, сначала добавьте ключ доступа.'}
        </p>
      )}
      {codes && <RecoveryCodes codes={codes} email={email} onClose={() => setCodes(null)} />}
    </Part>
  )
}

interface CodesProps {
  /** Takes new codes, to show them. */
  onCodes: (codes: readonly string[] | null) => void
}

function SwitchOn({ onCodes }: CodesProps) {
  const switching = useWaysChange({
    change: async () => onCodes((await callFresh(switchSecondStep, { on: true })).recoveryCodes),
    failed: 'Не удалось включить второй шаг'
  })
  return (
    <Button variant="secondary" busy={switching.isPending} onClick={() => switching.start()}>
      Включить второй шаг
    </Button>
  )
}

const codeForms = ['код', 'кода', 'кодов'] as const

function leftText(left: number): string {
  if (left === 0) return 'Кодов восстановления не осталось. Выпустите новые, чтобы не потерять доступ.'
  const text = `${formOf(left, ['Остался', 'Осталось', 'Осталось'])} ${counted(left, codeForms)} восстановления.`
  return left > fewCodes ? text : `${text} Выпустите новые, чтобы не потерять доступ.`
}

function SwitchedOn({ left, onCodes }: CodesProps & { left: number }) {
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <div className="flex flex-col items-start gap-3">
        <Badge tone="success">Включён</Badge>
        {left > fewCodes ? (
          <p className="text-small">{leftText(left)}</p>
        ) : (
          <p className="rounded-control bg-danger-soft px-4 py-3 text-small text-danger">{leftText(left)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsked('renew')}>
          Новые коды
        </Button>
        <Button variant="danger" onClick={() => setAsked('off')}>
          Выключить второй шаг
        </Button>
      </div>
      {asked === 'renew' && (
        <ConfirmedChange
          open
          onOpenChange={close}
          title="Выпустить новые коды?"
          text="Прежние коды восстановления сразу перестанут работать."
          action="Выпустить"
          change={async () => onCodes((await callFresh(renewRecoveryCodes, {})).recoveryCodes)}
        />
      )}
      {asked === 'off' && (
        <ConfirmedChange
          open
          onOpenChange={close}
          title="Выключить второй шаг?"
          text="Чтобы войти, снова хватит одного пароля. Коды восстановления перестанут работать."
          action="Выключить"
          done="Второй шаг выключен"
          change={() => callFresh(switchSecondStep, { on: false })}
        />
      )}
    </>
  )
}
