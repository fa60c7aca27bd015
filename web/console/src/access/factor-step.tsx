import { useQuery, useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState, type SubmitEvent } from 'react'
import { beginFactor, type Factor, enterConsole } from '#contract/operator/access/session.ts'
import { ApiError } from '../../../src/base/http/api-error.ts'
import { errorText } from '../../../src/base/http/error-text.ts'
import { call } from '../../../src/base/session/client.ts'
import { ErrorState } from '../../../src/base/ui/states.tsx'
import { Spinner } from '../../../src/base/ui/spinner.tsx'
import { useProblems } from '../../../src/base/form/problems.tsx'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { beginSession } from '../base/use-operator.ts'

/** Only the first sign-in of an operator shows one. */
const QrCode = lazy(() =>
  import('../../../src/base/ui/qr-code.tsx').then(({ QrCode: component }) => ({ default: component }))
)

/** Checks that this account is an operator's, and asks for the code of the authenticator, or first to connect one. */
export function FactorStep({ userId }: { userId: string | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator-factor', userId],
    queryFn: ({ signal }) => call(beginFactor, {}, { signal }),
    // Each call makes a new secret: it must not change while the operator types it in.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false
  })
  if (data) return <Connected factor={data.factor} />
  if (!error) return <Spinner label="Проверяем аккаунт" />
  if (error instanceof ApiError && error.status === 404)
    return (
      <p role="alert" className="text-small">
        Этот аккаунт не оператор. Войдите в другой или попросите владельца дать вам роль.
      </p>
    )
  return <ErrorState title="Войти не получилось" text={errorText(error)} onRetry={() => void refetch()} />
}

const Connected = ({ factor: { state, name, secret, uri } }: { factor: Factor }) =>
  state === 'enter' ? (
    <CodeForm confirm="Войти в консоль" />
  ) : (
    <div className="flex flex-col gap-5">
      <p className="text-small text-ink-soft">
        {`${name}, это ваш первый вход. Снимите код приложением с одноразовыми кодами, например Google Authenticator или Яндекс Ключ, и введите то, что оно покажет.`}
      </p>
      {uri !== null && (
        <div className="self-center overflow-hidden rounded-card border border-line">
          <Suspense fallback={<div className="size-52" />}>
            <QrCode text={uri} label="QR-код для приложения с одноразовыми кодами" />
          </Suspense>
        </div>
      )}
      {secret !== null && (
        <div className="text-small">
          <p className="text-ink-soft">Если камеры нет, введите ключ вручную:</p>
          <code className="mt-1 block font-mono break-words">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      )}
      <CodeForm confirm="Подключить и войти" />
    </div>
  )

/** The second step. A refused code is taken out of the field, because it is good for nothing any more. */
function CodeForm({ confirm }: { confirm: string }) {
  const [code, setCode] = useState('')
  const { problems, clear, report, reportRefusal, form } = useProblems<'code'>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(enterConsole, { code }),
    onSuccess: ({ session }) => beginSession(session),
    onError: (error) => {
      setCode('')
      reportRefusal({ code: errorText(error) })
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { error } = enterConsole.input.safeParse({ code })
    const problem = error?.issues[0]?.message
    if (report(event.currentTarget, problem === undefined ? {} : { code: problem }) && !isPending) mutate()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Код из приложения"
        hint="Шесть цифр, меняются каждые 30 секунд"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        value={code}
        error={problems.code}
        onChange={({ target }) => {
          setCode(target.value)
          clear('code')
        }}
        className="font-mono tracking-widest"
      />
      <Button type="submit" busy={isPending}>
        {confirm}
      </Button>
    </form>
  )
}
