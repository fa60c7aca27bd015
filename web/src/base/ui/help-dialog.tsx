import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Check, Copy, Mail } from 'lucide-react'
import { pageStore } from '../storage/page-store.ts'
import { operator } from '../site-operator.ts'
import { Button, buttonClass } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { type HelpAbout, type Letter, letterOf, mailLink } from './help-letter.ts'
import { useCopy } from './use-copy.ts'

interface Shown {
  letter: Letter
  isOpen: boolean
}

const store = pageStore<Shown | null>(() => null)

/** Opens the dialog with a letter about what has just happened here. */
export function showHelp(about: HelpAbout): void {
  const { origin, pathname } = window.location
  store.setState({ letter: letterOf(about, { page: origin + pathname, time: new Date() }), isOpen: true }, true)
}

function close(): void {
  const shown = store.getState()
  if (shown) store.setState({ ...shown, isOpen: false }, true)
}

function Help() {
  const shown = useSyncExternalStore(store.subscribe, store.getState)
  if (!shown) return null
  return (
    <Dialog
      open={shown.isOpen}
      onOpenChange={close}
      title="Помощь"
      description="Напишите нам, и мы разберёмся. Что случилось, где и когда, уже стоит в письме: добавьте своими словами, что вы делали."
      className="max-w-lg!"
    >
      <LetterBox letter={shown.letter} />
    </Dialog>
  )
}

function LetterBox({ letter }: { letter: Letter }) {
  const { copied, copy } = useCopy(`${letter.to}\n${letter.subject}\n\n${letter.body}`)
  return (
    <div className="mt-5 flex flex-col gap-4 text-small">
      <p>
        <span>Почта: </span>
        <a href={mailLink(letter)} className="font-medium underline underline-offset-3 hover:text-accent-strong">
          {operator.supportEmail}
        </a>
      </p>
      <pre className="max-h-60 overflow-y-auto rounded-control bg-sunken px-4 py-3 font-sans text-caption break-words whitespace-pre-wrap text-ink-soft">
        {`${letter.subject}\n\n${letter.body.replace(/\n{3,}/, '\n\n…\n\n')}`}
      </pre>
      <p className="text-caption text-ink-faint">Ваших запросов, файлов и паролей в письме нет.</p>
      <div className="flex flex-wrap gap-2">
        <a href={mailLink(letter)} className={buttonClass()}>
          <Mail size={17} aria-hidden />
          <span>Написать письмо</span>
        </a>
        <Button
          variant="secondary"
          icon={copied ? <Check size={17} aria-hidden /> : <Copy size={17} aria-hidden />}
          onClick={copy}
        >
          Скопировать текст
        </Button>
      </div>
    </div>
  )
}

// A React root of its own, as of the toasts: help is needed most where the page is broken. The dialog puts itself into the page.
createRoot(document.createElement('div')).render(<Help />)
