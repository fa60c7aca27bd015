// The second step of a sign-in, after a password or after a provider.
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { KeyRound } from 'lucide-react'
import type { z } from 'zod'
import { secondStepNeeded, secondStepOptions, takeSecondStep } from '#contract/second-step.ts'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { problemsOf } from '../credential-fields.tsx'
import {
  askPasskey,
  CodeField,
  codeProblem,
  knowsPasskeys,
  passkeyTrouble,
  RecoveryField,
  recoveryProblem
} from '../factor-fields.tsx'
import { enterWith } from './sign-in-calls.ts'

type Shown = Omit<z.input<typeof takeSecondStep.input>, 'ticket'>
type Way = 'passkey' | 'code' | 'recovery'

interface SecondStepProps {
  /** `SecondStepNeeded`, as the refused sign-in has brought it. */
  needed: unknown
  onSignedIn: () => void
  /** Back to the first step, which has to be made again. */
  onBack: () => void
}

export function SecondStep({ needed, onSignedIn, onBack }: SecondStepProps) {
  const parsed = secondStepNeeded.safeParse(needed)
  if (parsed.success) return <Steps {...parsed.data} onSignedIn={onSignedIn} onBack={onBack} />
  return <Expired text="Сервер ответил непонятно. Попробуйте войти ещё раз" onBack={onBack} />
}

interface StepsProps extends Omit<SecondStepProps, 'needed'> {
  ticket: string
  ways: readonly Way[]
}

function Steps({ ticket, ways, onSignedIn, onBack }: StepsProps) {
  const [way, setWay] = useState<Way>(ways.includes('code') ? 'code' : 'recovery')
  /** Why the first step has to be made again. */
  const [over, setOver] = useState<string | null>(null)
  const place = useRef<HTMLElement>(null)
  // What had the focus is gone.
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  if (over !== null) return <Expired text={over} onBack={onBack} />
  const step = { ticket, onSignedIn, onOver: setOver }
  const others = ways.filter((other) => other !== way && other !== 'passkey')
  return (
    <section ref={place} aria-label="Второй шаг" data-second-step className="flex flex-col gap-5">
      <p className="text-small text-ink-soft">Осталось подтвердить, что это вы. На это есть десять минут.</p>
      {ways.includes('passkey') && knowsPasskeys() && <PasskeyStep {...step} />}
      {ways.includes(way) && <TypedStep key={way} way={way} {...step} />}
      <div className="flex flex-wrap justify-center gap-x-4">
        {others.map((other) => (
          <Button key={other} variant="ghost" onClick={() => setWay(other)}>
            {other === 'code' ? 'Код из приложения' : 'Код восстановления'}
          </Button>
        ))}
        <Button variant="ghost" onClick={onBack}>
          Войти иначе
        </Button>
      </div>
    </section>
  )
}

interface StepProps {
  ticket: string
  onSignedIn: () => void
  onOver: (text: string) => void
}

/** Takes the step with what `show` asks the person for; null: they have thought better of it. */
function useStep({ ticket, onSignedIn, onOver }: StepProps, onRefused: (error: Error) => void = () => undefined) {
  return useSingleMutation({
    mutationFn: async (show: () => Promise<Shown | null>) => {
      const shown = await show()
      if (shown) await enterWith(await call(takeSecondStep, { ticket, ...shown }))
      return shown !== null
    },
    onSuccess: (isIn) => isIn && onSignedIn(),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_STEP_EXPIRED') onOver(errorText(error))
      else onRefused(error)
    }
  })
}

function PasskeyStep(props: StepProps) {
  const { start, error, isPending } = useStep(props)
  const show = async () => {
    const { options, ticket } = await call(secondStepOptions, { ticket: props.ticket })
    const response = await askPasskey(options)
    return response && { passkey: { ticket, response } }
  }
  return (
    <>
      {error && (
        <FormAlert tone="danger" takesFocus>
          {errorText(error, passkeyTrouble)}
        </FormAlert>
      )}
      <Button size="large" busy={isPending} icon={<KeyRound size={18} aria-hidden />} onClick={() => start(show)}>
        Подтвердить ключом доступа
      </Button>
    </>
  )
}

/** What the server says of what was typed, which is shown at its field; empty: it is about something else. */
function problemIn(error: Error): { typed?: string } {
  if (error instanceof ApiError && error.code === 'INVALID_CODE') return { typed: errorText(error) }
  const [typed] = Object.values(refusedFields(error, ['code', 'recovery']))
  return typed === undefined ? {} : { typed }
}

/** Sends the code of an authenticator by itself when it has six digits. */
function TypedStep({ way, ...props }: StepProps & { way: Way }) {
  const [typed, setTyped] = useState('')
  const { problems, edits, report, reportRefusal, form } = useProblems<'typed'>()
  const isCode = way === 'code'
  const { start, error, isPending } = useStep(props, (refused) => {
    const problem = problemIn(refused)
    // Its field has no room for a seventh digit.
    if (isCode && problem.typed !== undefined) setTyped('')
    reportRefusal(problem)
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  const send = (shown: string) => start(() => Promise.resolve(isCode ? { code: shown } : { recovery: shown.trim() }))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf({ typed: isCode ? codeProblem(typed) : recoveryProblem(typed) })
    if (report(event.currentTarget, found)) send(typed)
  }
  const field = { value: typed, error: problems.typed, onChange: edits('typed', setTyped) }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {error && problemIn(error).typed === undefined && (
        <FormAlert tone="danger" takesFocus>
          {errorText(error, 'Не удалось войти. Попробуйте ещё раз')}
        </FormAlert>
      )}
      {isCode ? <CodeField {...field} onFull={send} /> : <RecoveryField {...field} />}
      <Button type="submit" size="large" busy={isPending}>
        Подтвердить
      </Button>
    </form>
  )
}

const Expired = ({ text, onBack }: { text: string; onBack: () => void }) => (
  <div data-second-step className="flex flex-col gap-5">
    <FormAlert tone="danger" takesFocus>
      {text}
    </FormAlert>
    <Button size="large" onClick={onBack}>
      Войти заново
    </Button>
  </div>
)
