import { useState, type SubmitEvent } from 'react'
import { errorText } from '../../base/http/error-text.ts'
import { updateProfileMutation } from './profile-calls.ts'
import { startSession, type SessionUser } from '../../base/session/session-store.ts'
import { useProblems, refusedFields } from '../../base/form/use-problems.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'

const lengthMax = 80

export function NameForm({ user }: { user: SessionUser }) {
  const [name, setName] = useState(user.displayName ?? '')
  const { problems, clear, reportRefusal, form } = useProblems<'displayName'>()
  const update = useSingleMutation({
    ...updateProfileMutation,
    onSuccess: () => {
      notify.success('Профиль обновлен!')
      void startSession()
    },
    onError: (error) => {
      if (reportRefusal(refusedFields(error, ['displayName'])))
        notify.error(errorText(error, 'Ошибка обновления профиля'))
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    update.start({ displayName: name.trim() })
  }
  const unchanged = name.trim() === (user.displayName ?? '')
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <div className="w-full max-w-md">
        <TextField
          label="Как к вам обращаться"
          name="displayName"
          autoComplete="nickname"
          maxLength={lengthMax}
          value={name}
          error={problems.displayName}
          onChange={(event) => {
            clear('displayName')
            setName(event.target.value)
          }}
        />
      </div>
      <Button type="submit" variant="secondary" busy={update.isPending} disabled={unchanged}>
        Сохранить имя
      </Button>
    </form>
  )
}
