import { useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { emailText, knownEmail } from '#contract/validation.ts'
import { FormAlert, useProblems } from '../../../src/base/form/problems.tsx'
import { errorText } from '../../../src/base/http/error-text.ts'
import { signIn } from '../../../src/base/session/session-store.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'

type FieldName = 'email' | 'password'

function problemsOf(email: string, password: string): Partial<Record<FieldName, string>> {
  return {
    ...(!knownEmail.safeParse(email).success && { email: email.trim() ? emailText.malformed : emailText.required }),
    ...(password === '' && { password: 'Пароль обязателен' })
  }
}

/** The first step: the ordinary account, by the ordinary call. */
export function PasswordForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [proving, setProving] = useState(false)
  const { problems, clear, report } = useProblems<FieldName>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => signIn({ email, password }, () => setProving(true)),
    onSettled: () => setProving(false)
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (report(event.currentTarget, problemsOf(email, password)) && !isPending) mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && !isPending && (
        <FormAlert tone="danger" takesFocus>
          {errorText(error)}
        </FormAlert>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        error={problems.email}
        onChange={({ target }) => {
          setEmail(target.value)
          clear('email')
        }}
      />
      <TextField
        label="Пароль"
        type="password"
        autoComplete="current-password"
        value={password}
        error={problems.password}
        onChange={({ target }) => {
          setPassword(target.value)
          clear('password')
        }}
      />
      <Button type="submit" busy={isPending}>
        Продолжить
      </Button>
      {proving && (
        <output className="text-caption text-ink-faint">Сервер занят: браузер доказывает, что он не робот…</output>
      )}
    </form>
  )
}
