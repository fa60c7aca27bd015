import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createWithIdentity } from '#contract/identities.ts'
import { type IdentityProvider, providerNames } from '#contract/identity-providers.ts'
import { costUnder, freeTokens } from '#contract/catalogue/plans.ts'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { paths } from '../../base/paths.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { EmailField, emailProblem, isAboutFields, problemsOf } from '../credential-fields.tsx'
import { DocumentLink } from './document-link.tsx'
import { enterWith, nonceHere } from './sign-in-calls.ts'
import { goBack, goOn, questionOf, tripOf } from './trip.ts'

interface ConsentProps {
  provider: IdentityProvider
  ticket: string
  /** That the provider gave; null: it gave none. */
  email: string | null
  returnTo: string
  onMailSent: (email: string) => void
  /** The ticket has served its time: the provider has to be asked again. */
  onExpired: (error: Error) => void
}

/**
 * Of a new person. Nothing of them is stored before they press the button, which is the consent itself: an act of its own, apart from the
 * offer, with nothing ticked before.
 */
export function Consent({ provider, ticket, email, returnTo, onMailSent, onExpired }: ConsentProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { problems, edits, report, reportRefusal, form } = useProblems<'email'>()
  const [trip] = useState(() => tripOf(returnTo))
  /** The second press of a double one may come after the answer, while the next page is being loaded. */
  const isDone = useRef(false)
  const creation = useSingleMutation({
    mutationFn: async (address: string) => {
      const created = await call(createWithIdentity, {
        ticket,
        invite: trip.invite,
        ...(email === null && { email: address, nonce: nonceHere() }),
        consents: { offer: true, personalData: true }
      })
      if (created.state === 'signed-in') await enterWith({ ...created, restored: false })
      return created.state
    },
    onSuccess: (state) => {
      isDone.current = true
      if (state === 'signed-in') goOn(navigate, returnTo)
      else onMailSent(typed.trim())
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'IDENTITY_EXPIRED') onExpired(error)
      else reportRefusal(refusedFields(error, ['email']))
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isDone.current && report(event.currentTarget, problemsIn(email, typed))) creation.start(typed.trim())
  }
  const name = providerNames[provider]
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {creation.error && !isAboutFields(creation.error, ['email']) && (
        <FormAlert tone="danger" takesFocus>
          {errorText(creation.error, 'Не удалось создать аккаунт. Попробуйте ещё раз')}
        </FormAlert>
      )}
      {email === null ? (
        <>
          <p className="text-ink-soft">{`${name} не передал адрес почты. Укажите свой: мы пришлём письмо, чтобы подтвердить его.`}</p>
          <EmailField value={typed} error={problems.email} onChange={edits('email', setTyped)} />
        </>
      ) : (
        <p className="break-words text-ink-soft">
          <span>{`${name} передал нам ваш адрес `}</span>
          <strong className="font-medium text-ink">{email}</strong>
          <span>. Аккаунта с ним ещё нет, и пока мы ничего не сохранили.</span>
        </p>
      )}
      <p>
        <span>Чтобы создать аккаунт, нужно ваше согласие на </span>
        <DocumentLink to={paths.dataProcessingPolicy}>обработку персональных данных</DocumentLink>
        <span>.</span>
      </p>
      <WaitingQuestion returnTo={returnTo} isSent={email !== null} />
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="accent" size="large" busy={creation.isPending}>
          Даю согласие
        </Button>
        <Button variant="ghost" disabled={creation.isPending} onClick={() => goBack(navigate, returnTo)}>
          Не сейчас
        </Button>
      </div>
      <OfferTaken name={name} />
    </form>
  )
}

const OfferTaken = ({ name }: { name: string }) => (
  <p className="text-caption text-ink-faint">
    <span>{`Выбрав вход с ${name}, вы приняли `}</span>
    <DocumentLink to={paths.userAgreement}>пользовательское соглашение</DocumentLink>
    <span> и </span>
    <DocumentLink to={paths.terms}>условия использования</DocumentLink>
    <span>.</span>
  </p>
)

/** @param email that the provider gave */
const problemsIn = (email: string | null, typed: string) =>
  email === null ? problemsOf({ email: emailProblem(typed) }) : {}

/** What the button also sends, and for how much of the gift. */
function WaitingQuestion({ returnTo, isSent }: { returnTo: string; isSent: boolean }) {
  const [kept] = useState(() => questionOf(tripOf(returnTo)))
  if (!kept) return null
  const price = formatTokens(costUnder('free', kept.priceTokens ?? 0))
  return (
    <div className="border-l-2 border-accent pl-3 text-small">
      <p className="text-caption text-ink-faint">
        {isSent
          ? `После согласия сразу отправим ваш запрос: ${kept.name}, ${price} из ${freeTokens} подарочных`
          : 'Ваш запрос сохранён, его останется отправить'}
      </p>
      <p className="mt-0.5 line-clamp-3 break-words text-ink-soft">{kept.prompt}</p>
    </div>
  )
}
