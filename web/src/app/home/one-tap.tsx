import { providerNames } from '#contract/identity-providers.ts'
import { errorText } from '../../base/http/error-text.ts'
import { registerPath } from '../../base/links.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../base/ui/button.tsx'
import { OfferLine, useLeaving, useWays } from '../../people/sign-in/provider-buttons.tsx'
import { ProviderMark } from '../../people/sign-in/provider-mark.tsx'
import { tripTo } from '../../people/sign-in/trip.ts'
import { goToProvider } from '../../people/sign-in/ways.ts'
import { keepFirst } from '../../site/home/first-question.ts'

/** Below a visitor's first question: the sign-in with a provider, after which the question is sent. */
export function OneTap({ form }: { form: HTMLFormElement }) {
  const providers = useWays()
  const { leave, leaving, error } = useLeaving(async (provider) => {
    const asks = keepFirst(form)
    if (asks === undefined) return form.querySelector('textarea')?.focus()
    const returnTo = tripTo(paths.home, { asks })
    await goToProvider(provider, returnTo, { from: registerPath(returnTo), email: '' })
  })
  if (!providers?.length && error === null) return null
  return (
    <div className="flex animate-appear flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap gap-2">
        {providers?.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            className="grow basis-0 px-3!"
            busy={leaving === provider}
            disabled={leaving !== null}
            icon={<ProviderMark provider={provider} />}
            onClick={() => leave(provider)}
          >
            {`Отправить с ${providerNames[provider]}`}
          </Button>
        ))}
      </div>
      {error !== null && (
        <p role="alert" className="text-caption text-danger">
          {errorText(error, 'Не удалось открыть страницу входа. Попробуйте ещё раз')}
        </p>
      )}
      {providers?.length ? <OfferLine providers={providers} /> : null}
    </div>
  )
}
