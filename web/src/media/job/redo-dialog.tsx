import { useState } from 'react'
import { redoJob, type GalleryKind, type Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { rereadJob } from './job-calls.ts'
import { kindOf } from './job-order.ts'
import { learnJobs } from './job-store.ts'

const offers: Record<GalleryKind, string> = {
  image: 'Если картинка пустая или не того размера, сделаем её ещё раз бесплатно.',
  video: 'Если ролик не того размера или короче заказанного, сделаем его ещё раз бесплатно.',
  audio: 'Если на записи ничего не слышно, сделаем её ещё раз бесплатно.'
}

/** Has the server measure the result, and shows what it decided. */
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
      setRefusal(errorText(error, 'Не удалось проверить файл. Попробуйте ещё раз'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title="Результат испорчен?"
      description={`${offers[kindOf(job)]} Сначала измерим файл; повторить можно один раз.`}
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
            {isBusy ? 'Измеряем файл…' : 'Проверить и повторить'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
