import { Smartphone } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { confirmAuthenticator, connectAuthenticator, removeAuthenticator } from '#contract/second-step.ts'
import { useProblems } from '../../base/form/problems.tsx'
import { formatDate } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { Button } from '../../base/ui/button.tsx'
import { CopyButton } from '../../base/ui/copy-button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { QrCode } from '../../base/ui/qr-code.tsx'
import { CodeField, codeProblem } from '../factor-fields.tsx'
import { ConfirmedChange } from './confirmed-change.tsx'
import { Part, Row, Rows } from './part.tsx'
import { useWaysChange } from './ways-in-calls.ts'

interface Secret {
  secret: string
  uri: string
}

/** The app that shows codes. The secret is held by this component alone, until the dialog closes. */
export function Authenticator({ since, isOffered }: { since: number | null; isOffered: boolean }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const connecting = useWaysChange({
    change: async () => setSecret(await callFresh(connectAuthenticator, {})),
    failed: 'Не удалось начать подключение'
  })
  if (since === null && !isOffered) return null
  return (
    <Part
      title="Приложение с кодами"
      text="Показывает на телефоне код, который меняется каждые 30 секунд: Яндекс Ключ, Google Authenticator и другие. Код нужен для второго шага и работает без интернета."
    >
      {since === null ? (
        <Button variant="secondary" busy={connecting.isPending} onClick={() => connecting.start()}>
          Подключить приложение
        </Button>
      ) : (
        <Rows label="Приложение с кодами">
          <Row icon={<Smartphone size={20} />} title="Подключено" text={`С ${formatDate(since)}`}>
            <Button
              variant="ghost"
              size="small"
              aria-label="Отключить приложение с кодами"
              onClick={() => setRemoving(true)}
            >
              Отключить
            </Button>
          </Row>
        </Rows>
      )}
      {secret && <Connect {...secret} onClose={() => setSecret(null)} />}
      {isRemoving && (
        <ConfirmedChange
          open
          onOpenChange={setRemoving}
          title="Отключить приложение с кодами?"
          text="Его коды перестанут подходить. Подключить приложение снова можно в любой момент."
          action="Отключить"
          done="Приложение с кодами отключено"
          change={() => callFresh(removeAuthenticator, {})}
        />
      )}
    </Part>
  )
}

function Connect({ secret, uri, onClose }: Secret & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Подключить приложение с кодами"
      description="Откройте приложение, добавьте в нём аккаунт и наведите камеру на квадрат. Потом введите код, который оно покажет."
      staysOnOutsideClick
    >
      <div className="mt-5 flex flex-col gap-5">
        <div className="self-center overflow-hidden rounded-card border border-line">
          <QrCode text={uri} label="QR-код для приложения с кодами" />
        </div>
        <div className="text-small">
          <p className="text-ink-soft">Приложение на этом же телефоне, или камеры нет? Введите в нём ключ:</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code translate="no" className="min-w-0 grow basis-48 font-mono break-words">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyButton text={secret} what="ключ приложения" size="small" />
          </div>
        </div>
        <ConfirmCode onDone={onClose} />
      </div>
    </Dialog>
  )
}

function ConfirmCode({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('')
  const { problems, edits, reportRefusal, form } = useProblems<'code'>()
  const confirming = useWaysChange<string>({
    change: (typed) => callFresh(confirmAuthenticator, { code: typed }),
    done: 'Приложение с кодами подключено',
    onDone,
    onError: (error) => {
      setCode('')
      reportRefusal({ code: errorText(error) })
    }
  })
  const send = (typed: string) => {
    const problem = codeProblem(typed)
    if (reportRefusal(problem === null ? {} : { code: problem })) confirming.start(typed)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(code)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <CodeField value={code} error={problems.code} onChange={edits('code', setCode)} onFull={send} data-first-focus />
      <Button type="submit" busy={confirming.isPending} className="self-start">
        Подключить
      </Button>
    </form>
  )
}
