import { Columns2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { BeforeAfterProps } from './before-after.tsx'
import { Frame, frameWidth, ratioOf } from './frame.tsx'
import { nameOf } from './job-words.ts'

const BeforeAfter = lateDialog<BeforeAfterProps & { onClose: () => void }>(
  async () => (await import('./before-after.tsx')).BeforeAfter
)

/**
 * The picture that a picture was made from. Null where the two do not lie above each other: there is none, or the result shows
 * more than the picture did.
 */
function pictureBefore({ sources, parameters, kind }: Job, { type }: JobFile): string | null {
  if (kind !== 'image-tool' || !type.startsWith('image/') || parameters.tool === 'outpaint') return null
  return sources.find(({ parameter }) => parameter === 'image')?.url ?? null
}

/** A result, with a button that compares it to the picture it was made from. */
export function Comparable({ job, file, children }: { job: Job; file: JobFile; children: ReactNode }) {
  const [isComparing, setComparing] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const before = pictureBefore(job, file)
  const ratio = ratioOf(file)
  if (before === null || ratio === null || isMissing) return children

  function giveUp() {
    setMissing(true)
    notify.info('Исходного изображения больше нет')
  }

  return (
    <div style={{ width: frameWidth(ratio) }} className="relative mx-auto">
      {isComparing ? (
        <Frame ratio={ratio}>
          <BeforeAfter
            before={before}
            after={file.url}
            name={nameOf(job)}
            onMissing={giveUp}
            onClose={() => setComparing(false)}
          />
        </Frame>
      ) : (
        <div className="flex justify-center">{children}</div>
      )}
      <Button
        variant="secondary"
        size="small"
        aria-pressed={isComparing}
        icon={<Columns2 size={15} aria-hidden />}
        onClick={() => setComparing(!isComparing)}
        className="absolute top-2 left-2 z-10 hover:bg-raised! active:bg-raised!"
      >
        {isComparing ? 'Только результат' : 'До и после'}
      </Button>
    </div>
  )
}
