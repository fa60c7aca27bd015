import { AudioLines, Clapperboard, Image, WandSparkles } from 'lucide-react'
import type { StudioEntry, StudioKind } from '#contract/catalogue/entry.ts'
import { Spinner } from '../../base/ui/spinner.tsx'

const icons: Record<StudioKind, typeof Image> = {
  image: Image,
  'image-tool': WandSparkles,
  video: Clapperboard,
  audio: AudioLines
}

/** The place of the first result; a visitor's example is waited for in it. */
export function EmptyResults({ entry, running }: { entry: StudioEntry; running: boolean }) {
  const Icon = icons[entry.kind]
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-strong/50 p-6 text-center text-small text-ink-soft xl:min-h-80">
      <span className="grid size-14 place-items-center rounded-full bg-sunken text-ink-faint">
        {running ? <Spinner size={24} /> : <Icon size={24} aria-hidden />}
      </span>
      <p>{running ? entry.texts.busy : entry.texts.empty}</p>
    </div>
  )
}
