import { useEffect, useState, useSyncExternalStore } from 'react'
import { type IdentityProvider, providerNames } from '#contract/identity-providers.ts'
import { FormAlert } from '../../base/form/problems.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { DocumentLink } from './document-link.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { goToProvider, type Left, readWays, ways } from './ways.ts'

/** The providers; null: not known yet. */
export function useWays(): readonly IdentityProvider[] | null {
  useEffect(() => void readWays(), [])
  return useSyncExternalStore(ways.subscribe, ways.getState)
}

/** Goes to a provider's page. `leaving`: to whose, until this page is left. */
export function useLeaving(begin: (provider: IdentityProvider) => Promise<void>) {
  const [leaving, setLeaving] = useState<IdentityProvider | null>(null)
  const [error, setError] = useState<unknown>(null)
  // «Назад» shows this page as it was left.
  useEffect(() => {
    const comeBack = () => setLeaving(null)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const leave = (provider: IdentityProvider) => {
    if (leaving) return
    setLeaving(provider)
    setError(null)
    begin(provider).catch((failure: unknown) => {
      setLeaving(null)
      setError(failure)
    })
  }
  return { leave, leaving, error }
}

interface ProviderButtonsProps {
  /** Where the person goes on when they are signed in: `tripTo` makes it. */
  returnTo: () => string
  left: Left
  /** This one is of no use here. */
  without?: IdentityProvider
}

/** Above the form: the ways in that need no password. Nothing where this installation has none. */
export function ProviderButtons({ returnTo, left, without }: ProviderButtonsProps) {
  const providers = useWays()?.filter((one) => one !== without)
  const { leave, leaving, error } = useLeaving((provider) => goToProvider(provider, returnTo(), left))
  if (!providers) return <Skeleton className="h-52 w-full sm:h-32.5" />
  if (providers.length === 0 && error === null) return null
  return (
    <div className="flex flex-col gap-3 group-has-[[data-second-step]]/way-in:hidden">
      {error !== null && (
        <FormAlert tone="danger" takesFocus>
          {errorText(error, 'Не удалось открыть страницу входа. Попробуйте ещё раз или войдите по email')}
        </FormAlert>
      )}
      {providers.length > 0 && (
        <>
          <div className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
            {providers.map((provider) => (
              <Button
                key={provider}
                variant="secondary"
                size="large"
                className="px-3!"
                busy={leaving === provider}
                disabled={leaving !== null}
                icon={<ProviderMark provider={provider} />}
                onClick={() => leave(provider)}
              >
                {`Войти с ${providerNames[provider]}`}
              </Button>
            ))}
          </div>
          <OfferLine providers={providers} />
          <p className="flex items-center gap-3 text-caption text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            или по email
          </p>
        </>
      )}
    </div>
  )
}

/** Says that the press accepts the offer. The consent to personal data is another act, on the page they come back to. */
export const OfferLine = ({ providers }: { providers: readonly IdentityProvider[] }) => (
  <p className="text-caption text-ink-faint">
    <span>{`Продолжая через ${providers.map((provider) => providerNames[provider]).join(' или ')}, вы принимаете `}</span>
    <DocumentLink to={paths.userAgreement}>пользовательское соглашение</DocumentLink>
    <span> и </span>
    <DocumentLink to={paths.terms}>условия использования</DocumentLink>
    <span>.</span>
  </p>
)
