import { useState } from 'react'
import { redoJob, redosPerDay, type Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { rereadJob } from './job-calls.ts'
import { learnJobs } from './job-store.ts'

/** Has the server make the job once more, or shows why it does not. */
export function RedoDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function ask() {
    setBusy(true)
    setRefusal(null)
    try {
      const { job: begun } = await call(redoJob, { id: job.id })
      learnJobs([begun])
      notify.success('Повторяем бесплатно. Новый результат появится рядом с прежним')
      onClose()
      await rereadJob(job.id).catch(() => undefined)
    } catch (error) {
      setRefusal(errorText(error, 'Не удалось начать повтор. Попробуйте ещё раз'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title="Результат испорчен?"
      description={`Если результат пустой, не того размера или с другим браком, сделаем его ещё раз бесплатно. Повторить можно один раз, за сутки — не больше ${redosPerDay} работ.`}
      onOpenChange={onClose}
    >
      {refusal !== null && (
        <p role="alert" className="mt-4 rounded-control bg-sunken p-3 text-small">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {refusal === null ? 'Отмена' : 'Закрыть'}
        </Button>
        {refusal === null && (
          <Button busy={isBusy} onClick={() => void ask()}>
            Повторить бесплатно
          </Button>
        )}
      </div>
    </Dialog>
  )
}
