import { useEffect, useEffectEvent, useState } from 'react'
import { KeyRound } from 'lucide-react'
import { FormAlert } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { askPasskey, fillsInPasskeys, passkeyTrouble } from '../factor-fields.tsx'
import { enterWith } from './sign-in-calls.ts'

const askForPasskey = async (quietly?: AbortSignal) => {
  const { passkeySignInOptions } = await import('#contract/second-step.ts')
  const { options, ticket } = await call(passkeySignInOptions, {})
  const response = await askPasskey(options, quietly)
  return response && { ticket, response }
}

type Shown = Awaited<ReturnType<typeof askForPasskey>>

/** Below the form of a sign-in, where the browser knows passkeys. It also offers them among what it fills in the address with. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  /** Grows when the offer has ended and is to be made again: the browser's window of the button ends it. */
  const [offers, setOffers] = useState(0)
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
  const take = (shown: Shown) => attempt.start(() => Promise.resolve(shown))
  return (
    <>
      <QuietOffer key={offers} onShown={take} />
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
        onClick={() => attempt.start(() => askForPasskey())}
      >
        Войти с ключом доступа
      </Button>
    </>
  )
}

/** The offer among what the browser fills in. The user has not asked for it, so a failure is not shown: the button is still there. */
function QuietOffer({ onShown }: { onShown: (shown: Shown) => void }) {
  const take = useEffectEvent(onShown)
  useEffect(() => {
    const left = new AbortController()
    const offer = async () => {
      if (!(await fillsInPasskeys()) || left.signal.aborted) return
      const shown = await askForPasskey(left.signal)
      if (shown && !left.signal.aborted) take(shown)
    }
    whenIdle(() => void offer().catch(() => undefined))
    return () => left.abort()
  }, [])
  return null
}
