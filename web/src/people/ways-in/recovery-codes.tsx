// The only place that holds recovery codes: they are gone with the dialog, and no query, storage or address ever has them.
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../base/ui/button.tsx'
import { CopyButton } from '../../base/ui/copy-button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Question } from '../../base/ui/question.tsx'
import { saveFile } from '../../base/ui/save-file.ts'

const title = 'Коды восстановления'

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onClose: () => void
}

/** The text of the file: it has to say what the codes are for when it is found years later. */
const textOf = (codes: readonly string[], email: string): string =>
  [
    `${title}: ${location.host}, ${email}`,
    'Если телефона или ключа доступа нет под рукой, войдите с одним из этих кодов. Каждый работает один раз.',
    '',
    ...codes,
    ''
  ].join('\n')

/** Shows new codes, this once. Closed before they were kept, it asks once. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const keep = () => {
    setKept(true)
    setAsked(false)
  }
  return (
    <Dialog
      open
      onOpenChange={() => (isKept || isAsked ? onClose() : setAsked(true))}
      title={title}
      description="С ними вы войдёте, если телефона или ключа доступа нет под рукой. Каждый код работает один раз. Второй раз мы их не покажем: сохраните их там, куда не попадёт чужой."
      staysOnOutsideClick
      className="max-w-lg!"
    >
      <ul
        aria-label={title}
        translate="no"
        className="mt-5 grid gap-x-6 gap-y-1 rounded-card border border-line bg-sunken p-4 font-mono text-small sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Keeping codes={codes} email={email} onKept={keep} />
      {isAsked ? (
        <Question
          title="Коды не сохранены"
          text="Без них и без телефона в аккаунт будет не войти. Новые коды можно выпустить в профиле."
          className="mt-5"
        >
          <Button variant="secondary" size="small" onClick={onClose}>
            Закрыть без них
          </Button>
        </Question>
      ) : (
        <Button onClick={onClose} className="mt-5">
          Коды сохранены
        </Button>
      )}
    </Dialog>
  )
}

function Keeping({ codes, email, onKept }: Omit<RecoveryCodesProps, 'onClose'> & { onKept: () => void }) {
  const text = textOf(codes, email)
  const download = () => {
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt')
    onKept()
  }
  const print = async () => {
    const { printOnPaper } = await import('../../base/page/paper.ts')
    const isPrinted = await printOnPaper(title, (place) => {
      const lines = document.createElement('p')
      lines.className = 'print-plain'
      lines.textContent = text
      place.append(lines)
      return () => lines.remove()
    })
    if (isPrinted) onKept()
    else notify.error('Этот браузер не печатает. Скачайте или скопируйте коды')
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <CopyButton text={text} what="коды" size="small" onCopied={onKept} />
      <Button variant="secondary" size="small" icon={<Download size={16} />} onClick={download}>
        Скачать
      </Button>
      <Button variant="secondary" size="small" icon={<Printer size={16} />} onClick={() => void print()}>
        Напечатать
      </Button>
    </div>
  )
}
