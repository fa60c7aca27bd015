import { useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { enterConsole } from '#contract/operator/access/session.ts'
import { useProblems } from '../../../src/base/form/problems.tsx'
import { errorText } from '../../../src/base/http/error-text.ts'
import { call } from '../../../src/base/session/client.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { beginSession } from '../base/use-operator.ts'

/** The second step. A refused code is taken out of the field, because it is good for nothing any more. */
export function CodeForm({ confirm }: { confirm: string }) {
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
