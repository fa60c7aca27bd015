import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { KeyRound } from 'lucide-react'
import { FormAlert } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { askPasskey, fillsInPasskeys, loadPasskeys, passkeyTrouble } from '../factor-fields.tsx'
import { enterWith } from './sign-in-calls.ts'

interface Quietly {
  signal: AbortSignal
  /** When the browser is asked. What the server and the file of passkeys say is there by then. */
  used: Promise<void>
}

const askForPasskey = async (quietly?: Quietly) => {
  const { passkeySignInOptions } = await import('#contract/second-step.ts')
  const { options, ticket } = await call(passkeySignInOptions, {}, quietly && { signal: quietly.signal })
  if (quietly) {
    await loadPasskeys()
    await quietly.used
  }
  const response = await askPasskey(options, quietly?.signal)
  return response && { ticket, response }
}

type Shown = Awaited<ReturnType<typeof askForPasskey>>

/** Below the form of a sign-in, where the browser knows passkeys. It also offers them among what it fills in the address with. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  /** Grows when the offer has ended and is to be made again: the browser's window of the button ends it. */
  const [offers, setOffers] = useState(0)
  const quiet = useRef<AbortController>(null)
  const attempt = useSingleMutation({
    mutationFn: async (ask: () => Promise<Shown>) => {
      const shown = await ask()
      const { signInWithPasskey } = await import('#contract/second-step.ts')
      if (shown) await enterWith(await call(signInWithPasskey, shown))
      return shown !== null
    },
    onSuccess: (isIn) => (isIn ? onSignedIn() : setOffers(offers + 1)),
    onError: () => setOffers(offers + 1)
  })
  const ask = () => {
    // It would end the window of the button: a browser runs one request at a time.
    quiet.current?.abort()
    attempt.start(() => askForPasskey())
  }
  const take = (shown: Shown) => attempt.start(() => Promise.resolve(shown))
  return (
    <>
      <QuietOffer key={offers} onBegun={(offer) => (quiet.current = offer)} onShown={take} />
      {attempt.error && (
        <FormAlert tone="danger" takesFocus>
          {errorText(attempt.error, passkeyTrouble)}
        </FormAlert>
      )}
      <Button
        variant="secondary"
        size="large"
        busy={attempt.isPending}
        icon={<KeyRound size={18} aria-hidden />}
        onClick={ask}
      >
        Войти с ключом доступа
      </Button>
    </>
  )
}

/** Whether somebody is about to fill in the form: with a mouse or a keyboard, or by a tap into a field. */
const isUse = ({ type, target }: Event): boolean =>
  type === 'pointermove' || type === 'keydown' || (target instanceof Element && target.matches('input, label *, label'))

/** Resolves at the first use of the page: a browser does not keep a page for «назад» once the page has asked it for a passkey. */
const firstUse = (until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (event: Event) => isUse(event) && resolve()
    for (const name of ['pointermove', 'pointerdown', 'focusin', 'keydown'])
      window.addEventListener(name, look, { capture: true, passive: true, signal: until })
  })

/** The server takes an answer for five minutes. */
const renewMs = 4 * 60_000

interface QuietOfferProps {
  /** Takes what ends the offer, for who wants none until this component is made anew. */
  onBegun: (offer: AbortController) => void
  onShown: (shown: Shown) => void
}

/** The offer among what the browser fills in. The user has not asked for it, so a failure is not shown: the button is still there. */
function QuietOffer({ onBegun, onShown }: QuietOfferProps) {
  const take = useEffectEvent(onShown)
  const begun = useEffectEvent(onBegun)
  useEffect(() => {
    const all = new AbortController()
    begun(all)
    let running = new AbortController()
    let begunAt = 0
    const used = firstUse(all.signal)
    const offer = async () => {
      if (!(await fillsInPasskeys()) || all.signal.aborted) return
      running.abort()
      running = new AbortController()
      begunAt = Date.now()
      const signal = AbortSignal.any([all.signal, running.signal])
      const shown = await askForPasskey({ signal, used })
      if (shown && !signal.aborted) take(shown)
    }
    const begin = () => void offer().catch(() => undefined)
    // A page out of sight asks nothing; one that was asleep has missed its turns.
    const renew = () => {
      if (document.visibilityState === 'visible' && Date.now() - begunAt >= renewMs) begin()
    }
    whenIdle(() => {
      if (all.signal.aborted) return
      begin()
      const timer = setInterval(renew, renewMs / 8)
      all.signal.addEventListener('abort', () => clearInterval(timer))
      document.addEventListener('visibilitychange', renew, { signal: all.signal })
    })
    return () => all.abort()
  }, [])
  return null
}
