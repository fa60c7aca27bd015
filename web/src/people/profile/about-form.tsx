import { useState, type SubmitEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { aboutLengthMax } from '#contract/roles.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { TextArea } from '../../base/ui/text-field.tsx'
import { aboutQuery, changeAboutMutation } from './profile-calls.ts'

/** What the models of all chats are told about the user. */
export function AboutForm() {
  const stored = useQuery(aboutQuery)
  if (stored.isError) return <LoadFailure what="рассказ о себе" onRetry={() => void stored.refetch()} />
  if (stored.data === undefined) return <Skeleton className="h-50 max-w-md" />
  return <Form key={stored.data} about={stored.data} />
}

function Form({ about }: { about: string }) {
  const queries = useQueryClient()
  const [text, setText] = useState(about)
  const saving = useSingleMutation({
    ...changeAboutMutation,
    onSuccess: (saved) => {
      queries.setQueryData(aboutQuery.queryKey, saved)
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
          onChange={(event) => setText(event.target.value)}
          className="max-h-80 min-h-28"
        />
      </div>
      <Button type="submit" variant="secondary" busy={saving.isPending} disabled={text.trim() === about}>
        Сохранить
      </Button>
    </form>
  )
}
