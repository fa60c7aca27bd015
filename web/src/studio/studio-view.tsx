import { useRef } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { Examples } from './examples/examples.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { StudioBar } from './studio-bar.tsx'
import { StudioForm } from './studio-form.tsx'
import { useStudio } from './use-studio.ts'
import { VoiceSamples } from './voice/voice-samples.tsx'

/** One image, video or voice page, as its catalogue entry describes it: settings beside results. */
export function StudioView({ entry }: { entry: StudioEntry }) {
  const form = useRef<HTMLFormElement>(null)
  const results = useRef<HTMLElement>(null)
  const studio = useStudio(entry, { form, results })
  return (
    <div className="flex grow flex-col">
      <StudioBar entry={entry} />
      <div className="grow xl:grid xl:grid-cols-[27rem_minmax(0,1fr)]">
        <div className="flex flex-col xl:sticky xl:top-[calc(var(--top-bar-height)+3.75rem)] xl:h-[calc(100dvh-var(--top-bar-height)-3.75rem)] xl:overflow-y-auto xl:border-r xl:border-line">
          <StudioForm ref={form} studio={studio} />
        </div>
        <div className="flex min-w-0 flex-col gap-10 px-4 pt-4 pb-12 sm:px-6 xl:px-8">
          <ResultsPanel ref={results} studio={studio} />
          {entry.kind === 'audio' && <VoiceSamples onPick={studio.fill} />}
          <Examples entry={entry} onPick={studio.fill} />
        </div>
      </div>
    </div>
  )
}
