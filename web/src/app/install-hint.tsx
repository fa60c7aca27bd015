// Offers a phone the site for its home screen. It stands on pages that are not for writing, and leaves when the user begins to write.
import { useEffect, useState } from 'react'
import { Share, Smartphone } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { paths } from '../base/paths.ts'
import { Button } from '../base/ui/button.tsx'
import { isTouched } from '../base/ui/use-while.ts'
import { countVisit, noteInstalled, noteRefused } from './install-visits.ts'

/** What Chromium gives a page that can be installed: public/before-paint.js keeps it. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offerNow = (): InstallOffer | null => (window as { installOffer?: InstallOffer | null }).installOffer ?? null

/** Pages on which a user looks around. Chats and tools are for writing. */
const calmPages: readonly string[] = [paths.home, paths.library, paths.profile, paths.pricing]

const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Only Safari knows `standalone`. On an iPhone the user does it by hand. */
const isByHand = (): boolean => (navigator as { standalone?: boolean }).standalone === false

const field = 'input, textarea, select, [contenteditable=true]'

/** Something is being written, or was and is not sent. */
const isWriting = (): boolean =>
  document.activeElement?.matches(field) === true ||
  [...document.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '')

type Way = { offer: InstallOffer } | 'by hand' | null

/** How this device can be offered the site; null: not now. */
function useWay(): [Way, () => void] {
  const { pathname } = useLocation()
  const [way, setWay] = useState<Way>(null)
  const isCalm = calmPages.includes(pathname)
  useEffect(() => {
    // A visit on another page counts too.
    const mayOffer = countVisit() && isTouched() && !isInstalled()
    if (!mayOffer || !isCalm || isWriting()) return
    const take = () => {
      const offer = offerNow()
      setWay(offer ? { offer } : isByHand() ? 'by hand' : null)
    }
    const leave = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(field)) setWay(null)
    }
    const forget = () => {
      noteInstalled()
      setWay(null)
    }
    take()
    // It may come later than this page.
    window.addEventListener('beforeinstallprompt', take)
    window.addEventListener('appinstalled', forget)
    document.addEventListener('focusin', leave)
    return () => {
      window.removeEventListener('beforeinstallprompt', take)
      window.removeEventListener('appinstalled', forget)
      document.removeEventListener('focusin', leave)
      setWay(null)
    }
  }, [isCalm])
  return [way, () => setWay(null)]
}

export function InstallHint() {
  const [way, close] = useWay()
  if (way === null) return null
  const refuse = () => {
    noteRefused()
    close()
  }
  const install = async (offer: InstallOffer) => {
    const { outcome } = await offer.prompt()
    // The browser gives each of them once.
    Object.assign(window, { installOffer: null })
    if (outcome === 'dismissed') noteRefused()
    close()
  }
  return (
    <aside
      aria-label="Приложение на телефоне"
      className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-md animate-rise flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-floating"
    >
      <div className="flex items-start gap-3">
        <Smartphone size={22} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        <p className="text-small">
          <b className="block font-semibold">Платформа на главном экране</b>
          <span className="text-ink-soft">
            {way === 'by hand' ? (
              <>
                Нажмите <Share size={15} aria-label="" className="inline align-[-2px]" /> «Поделиться», затем «На экран
                „Домой“»: откроется без панелей браузера
              </>
            ) : (
              'Открывается одним касанием и без панелей браузера'
            )}
          </span>
        </p>
      </div>
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={refuse}>
          {way === 'by hand' ? 'Понятно' : 'Не сейчас'}
        </Button>
        {way !== 'by hand' && (
          <Button size="small" onClick={() => void install(way.offer).catch(refuse)}>
            Установить
          </Button>
        )}
      </div>
    </aside>
  )
}
