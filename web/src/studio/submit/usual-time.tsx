import type { StudioEntry, StudioKind } from '#contract/catalogue/entry.ts'
import { formatAbout } from '../../base/format/durations.ts'
import { useTypicalSeconds } from '../../media/service-status.ts'

/** Until the server has measured enough jobs of a service: what its provider's documentation leads to expect. */
const unmeasured: Record<StudioKind, string> = {
  image: 'Обычно готово меньше чем за минуту',
  'image-tool': 'Обычно готово меньше чем за минуту',
  video: 'Генерация может занять 2–5 минут',
  audio: 'Обычно готово за несколько секунд'
}

/** How long a job of this page takes: the measured median of its last results, else an estimate. */
export function UsualTime({ entry: { id, kind } }: { entry: StudioEntry }) {
  const seconds = useTypicalSeconds(id)
  return (
    <p className="mt-1 text-caption text-ink-faint">
      {seconds === null ? unmeasured[kind] : `Обычно готово за ${formatAbout(seconds)}`}
    </p>
  )
}
