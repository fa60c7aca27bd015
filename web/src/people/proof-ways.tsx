// The ways of proving again who one is, each with its own form.
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import { beginLink, type IdentityProvider, providerNames } from '#contract/identities.ts'
import { proofOptions, proveAgain } from '#contract/second-step.ts'
import { FormAlert, useProblems } from '../base/form/problems.tsx'
import { useSingleMutation } from '../base/form/use-single-mutation.ts'
import { ApiError } from '../base/http/api-error.ts'
import { errorText } from '../base/http/error-text.ts'
import { paths } from '../base/paths.ts'
import { endProof } from '../base/session/call-fresh.ts'
import { call } from '../base/session/client.ts'
import { useSession } from '../base/session/session.tsx'
import { Button } from '../base/ui/button.tsx'
import { TextField } from '../base/ui/text-field.tsx'
import { AccountName, existingPasswordProblem } from './credential-fields.tsx'
import { askPasskey, CodeField, codeProblem, passkeyTrouble, RecoveryField, recoveryProblem } from './factor-fields.tsx'

const isDone = () => endProof(true)

interface OneButtonProps {
  text: ReactNode
  action: string
  failure: string
  /** Resolves to false when the user wants something else. */
  prove: () => Promise<boolean>
  onDone: () => void
}

/** A way without a field. */
function OneButton({ text, action, failure, prove, onDone }: OneButtonProps) {
  const proving = useSingleMutation({ mutationFn: prove, onSuccess: (isProven) => isProven && onDone() })
  return (
    <div className="flex flex-col items-start gap-4">
      {proving.error && <FormAlert tone="danger">{errorText(proving.error, failure)}</FormAlert>}
      <p className="text-small">{text}</p>
      <Button data-first-focus busy={proving.isPending} onClick={() => proving.start()}>
        {action}
      </Button>
    </div>
  )
}

export const ByPasskey = () => (
  <OneButton
    text="Устройство попросит отпечаток, лицо или свой код."
    action="Подтвердить ключом доступа"
    failure={passkeyTrouble}
    prove={async () => {
      const { options, ticket } = await call(proofOptions, {})
      const response = await askPasskey(options)
      if (response === null) return false
      await call(proveAgain, { passkey: { ticket, response } })
      return true
    }}
    onDone={isDone}
  />
)

/** The way through a provider's page: what was to be done is lost with this page, so that it is to be done again. */
export const ByProvider = ({ provider }: { provider: IdentityProvider }) => (
  <OneButton
    text={`Откроется страница ${providerNames[provider]}, потом вы вернётесь сюда. Действие нужно будет повторить.`}
    action={`Продолжить с ${providerNames[provider]}`}
    failure="Не удалось открыть страницу входа"
    prove={async () => {
      const { pathname, search } = window.location
      // The page of a return has served: what it began is begun again in the profile.
      const returnTo = pathname.startsWith('/auth/') ? paths.profile : pathname + search
      const { url } = await call(beginLink, { provider, intent: 'prove', returnTo })
      window.location.assign(url)
      return true
    }}
    onDone={() => undefined}
  />
)

type Shown = z.input<typeof proveAgain.input>

interface ByFieldProps {
  /** What is wrong with what was typed, or null. */
  problemOf: (typed: string) => string | null
  shownOf: (typed: string) => Shown
  /** Of a refusal. */
  textOf?: (error: Error) => string
  children: (field: {
    value: string
    error: string | undefined
    onChange: (typed: string) => void
    onFull: (typed: string) => void
  }) => ReactNode
}

/** A way with one field. What was refused is taken out of it: it is good for nothing any more. */
function ByField({ problemOf, shownOf, textOf = errorText, children }: ByFieldProps) {
  const [typed, setTyped] = useState('')
  const { problems, edits, reportRefusal, form } = useProblems<'field'>()
  const proving = useSingleMutation({
    mutationFn: (shown: Shown) => call(proveAgain, shown),
    onSuccess: isDone,
    onError: (error) => {
      // Without an answer it may still be right.
      if (error instanceof ApiError && error.status !== 0) setTyped('')
      reportRefusal({ field: textOf(error) })
    }
  })
  const send = (value: string) => {
    const problem = problemOf(value)
    if (reportRefusal(problem === null ? {} : { field: problem })) proving.start(shownOf(value))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(typed)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {children({ value: typed, error: problems.field, onChange: edits('field', setTyped), onFull: send })}
      <Button type="submit" busy={proving.isPending} className="self-start">
        Подтвердить
      </Button>
    </form>
  )
}

export const ByCode = () => (
  <ByField problemOf={codeProblem} shownOf={(code) => ({ code })}>
    {(field) => <CodeField {...field} data-first-focus />}
  </ByField>
)

const recoveryText = (error: Error): string =>
  error instanceof ApiError && error.code === 'INVALID_CODE'
    ? 'Этот код не подошёл. Проверьте его или возьмите другой из списка'
    : errorText(error)

export const ByRecovery = () => (
  <ByField problemOf={recoveryProblem} shownOf={(recovery) => ({ recovery })} textOf={recoveryText}>
    {({ value, error, onChange }) => <RecoveryField value={value} error={error} onChange={onChange} data-first-focus />}
  </ByField>
)

export function ByPassword() {
  const { user } = useSession()
  return (
    <ByField problemOf={existingPasswordProblem} shownOf={(password) => ({ password })}>
      {({ value, error, onChange }) => (
        <>
          <AccountName email={user?.email ?? ''} />
          <TextField
            label="Пароль"
            type="password"
            name="password"
            autoComplete="current-password"
            data-first-focus
            value={value}
            error={error}
            onChange={({ target }) => onChange(target.value)}
          />
        </>
      )}
    </ByField>
  )
}
