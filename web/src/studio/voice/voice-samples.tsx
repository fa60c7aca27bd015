import { useId } from 'react'
import { elevenlabsSamples } from '../examples/example-texts.ts'
import { Button } from '../../base/ui/button.tsx'
import type { Change } from '../draft/studio-box.ts'
import { SampleButton } from './sample-button.tsx'

/** Example texts with a fitting voice. */
export function VoiceSamples({ onPick }: { onPick: (example: Change) => void }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-small font-medium text-ink-faint">
        Примеры озвучки
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {elevenlabsSamples.map(({ title, text, voice }) => (
          <li key={title} className="flex flex-col rounded-card border border-line bg-raised p-4">
            <div className="-mt-1 flex items-center gap-1">
              <h3 className="grow text-caption font-medium text-accent-strong">{title}</h3>
              <SampleButton id={`sample-${title}`} voice={voice} what={title} />
            </div>
            <p className="mt-1 grow text-small">{text}</p>
            <Button
              variant="secondary"
              size="small"
              className="mt-3 self-start"
              aria-label={`Озвучить похожий текст: ${title}`}
              onClick={() => onPick({ prompt: text, voice })}
            >
              Озвучить похожий текст
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
