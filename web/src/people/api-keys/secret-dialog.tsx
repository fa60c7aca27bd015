// The only place that holds a key: it is gone with the dialog, and no query, storage or address ever has it.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { Button } from '../../base/ui/button.tsx'
import { CopyButton } from '../../base/ui/copy-button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Question } from '../../base/ui/question.tsx'
import { ClientSetUp } from './client-set-up.tsx'

export interface MadeKey {
  key: string
  apiKey: ApiKey
}

interface SecretDialogProps {
  title: string
  description?: string
  /** The title once there is a key. */
  doneTitle: string
  onClose: () => void
  /** What makes the key. While it is busy the dialog stays, because the key would come to nothing. */
  children: (show: (made: MadeKey) => void, setBusy: (isBusy: boolean) => void, cancel: () => void) => ReactNode
}

/** Makes a key and shows it, this once. Closed before the key is copied, it asks once. */
export function SecretDialog({ title, description, doneTitle, onClose, children }: SecretDialogProps) {
  const [made, setMade] = useState<MadeKey | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = () => {
    if (isBusy) return
    if (made && !isCopied && !isAsked) setAsked(true)
    else onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title={made ? doneTitle : title}
      description={made ? undefined : description}
      staysOnOutsideClick
      className="max-w-2xl!"
    >
      {made ? (
        <Secret
          made={made}
          onCopied={() => {
            setCopied(true)
            setAsked(false)
          }}
          onDone={close}
          isAsked={isAsked}
          onClose={onClose}
        />
      ) : (
        children(setMade, setBusy, close)
      )}
    </Dialog>
  )
}

interface SecretProps {
  made: MadeKey
  /** Whether the user really wants to close it. */
  isAsked: boolean
  onCopied: () => void
  /** Closes it, with the question where that is due. */
  onDone: () => void
  onClose: () => void
}

function Secret({ made: { key, apiKey }, isAsked, onCopied, onDone, onClose }: SecretProps) {
  const field = useRef<HTMLInputElement>(null)
  const warning = useId()
  // The button that was pressed is gone, and the form that was scrolled down to it.
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    const dialog = field.current?.closest('[role=dialog]')
    if (dialog) dialog.scrollTop = 0
  }, [])
  return (
    <div className="mt-4 flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <p id={warning} className="rounded-control bg-accent-soft px-4 py-3 text-small">
          Скопируйте ключ сейчас: второй раз он не показывается. Кто знает ключ, тратит ваши токены.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={field}
            readOnly
            aria-label="Ключ"
            aria-describedby={warning}
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={key}
            onFocus={(event) => event.target.select()}
            onCopy={onCopied}
            className="min-h-11 min-w-0 grow basis-60 truncate rounded-small bg-sunken px-3 font-mono text-small"
          />
          <CopyButton text={key} what="ключ" variant="accent" onCopied={onCopied} />
        </div>
      </div>
      <section aria-label="Настройка программы">
        <h3 className="mb-3 font-semibold">Настройка программы</h3>
        <ClientSetUp secret={key} models={apiKey.scopes.includes('chat') ? apiKey.models : []} onCopied={onCopied} />
      </section>
      {isAsked ? (
        <NotCopied secret={key} onClose={onClose} />
      ) : (
        <Button variant="secondary" onClick={onDone} className="self-end">
          Готово
        </Button>
      )}
    </div>
  )
}

const NotCopied = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Question title="Ключ не скопирован" text="Закроете — и узнать его будет нельзя, только перевыпустить.">
    <CopyButton text={secret} what="ключ" label="Скопировать и закрыть" variant="accent" onCopied={onClose} />
    <Button variant="secondary" onClick={onClose}>
      Закрыть без копии
    </Button>
  </Question>
)
