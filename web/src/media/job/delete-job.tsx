import { useEffect, useRef, useState } from 'react'
import { Trash2 } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { deleteWork } from './job-calls.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'

/** Deleting asks first, in its own place: it cannot be undone. */
export function DeleteWork({ job, onDeleted }: { job: Job; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await deleteWork(job.id)
      notify.success('Работа удалена')
      onDeleted()
    } catch (error) {
      notify.error(errorText(error, 'Не удалось удалить работу'))
      setBusy(false)
    }
  }

  if (!asking) {
    return (
      <Button
        variant="danger"
        size="small"
        className="self-start"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Удалить
      </Button>
    )
  }
  return (
    <Question hasFile={job.files.length > 0}>
      <Button variant="danger" size="small" busy={busy} onClick={() => void remove()}>
        Удалить насовсем
      </Button>
      <Button variant="secondary" size="small" disabled={busy} onClick={() => setAsking(false)}>
        Не удалять
      </Button>
    </Question>
  )
}

/** Takes the focus, so that the question is read and its answers are the next stops. */
function Question({ hasFile, children }: { hasFile: boolean; children: React.ReactNode }) {
  const question = useRef<HTMLFieldSetElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <fieldset ref={question} tabIndex={-1} className="rounded-card border border-line p-4 outline-none">
      <legend className="sr-only">Удалить работу?</legend>
      <p aria-hidden className="text-small font-medium">
        Удалить работу?
      </p>
      <p className="mt-1 text-caption text-ink-soft">
        {hasFile ? 'Файл исчезнет насовсем, вернуть его нельзя. ' : 'Вернуть её нельзя. '}
        Запись в истории токенов останется.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}
