import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { updateProfile } from '#contract/profile.ts'
import { aboutLengthMax, changeAbout } from '#contract/roles.ts'
import { refusedFields, useProblems } from '../../base/form/problems.tsx'
import { keepWords, keptWords } from '../../base/form/kept-words.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { useTyped } from '../../base/form/use-typed.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { type SessionUser, startSession } from '../../base/session/session-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import { aboutQuery } from './profile-calls.ts'

const lengthMax = 80

export function NameForm({ user }: { user: SessionUser }) {
  const [name, setName] = useTyped(user.displayName ?? '')
  const { problems, clear, reportRefusal, form } = useProblems<'displayName'>()
  const update = useSingleMutation({
    mutationFn: (displayName: string) => call(updateProfile, { displayName }),
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
    update.start(name.trim())
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
      <Button type="submit" variant="secondary" busy={update.isPending} off={unchanged}>
        Сохранить имя
      </Button>
    </form>
  )
}

/** What the models of all chats are told about the user. */
export function AboutForm() {
  const { data, isError, refetch } = useQuery(aboutQuery)
  if (data !== undefined) return <Form about={data} />
  if (isError) return <LoadFailure what="рассказ о себе" onRetry={() => void refetch()} />
  return <Skeleton className="h-50 max-w-md" />
}

function Form({ about }: { about: string }) {
  const queries = useQueryClient()
  const [text, setText] = useTyped(about, undefined, () => keptWords('about'))
  const keep = (words: string) => keepWords('about', words.trim() === about ? null : words)
  const saving = useSingleMutation({
    mutationFn: async (wanted: string) => (await call(changeAbout, { about: wanted })).about,
    onSuccess: (saved) => {
      queries.setQueryData(aboutQuery.queryKey, saved)
      if (text.trim() === saved) keepWords('about', null)
      notify.success('Сохранено')
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.start(text.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <div className="w-full max-w-md">
        <TextArea
          label="Расскажите о себе"
          name="about"
          rows={4}
          maxLength={aboutLengthMax}
          placeholder="Например: я врач из Казани, объясняйте коротко и без английских слов"
          value={text}
          onChange={({ target: { value } }) => {
            setText(value)
            keep(value)
          }}
          className="max-h-80 min-h-28"
        />
      </div>
      <Button type="submit" variant="secondary" busy={saving.isPending} off={text.trim() === about}>
        Сохранить
      </Button>
    </form>
  )
}
