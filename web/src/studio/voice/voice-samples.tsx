import { Pause, Play } from 'lucide-react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { takeTurn } from '../../media/player/use-playback.ts'
import type { Change } from '../../media/form/studio-box.ts'
import { useIsAble } from '../draft/use-is-able.ts'
import { elevenlabsSamples } from '../examples/example-texts.ts'

interface SampleButtonProps {
  id: string
  voice: string
  /** For the label: «голос Сара». */
  what: string
  tabIndex?: number | undefined
}

export function SampleButton({ id, voice, what, tabIndex }: SampleButtonProps) {
  const { isPlaying, toggle } = useSample(id, voiceSamplePath(voice))
  return (
    <IconButton
      label={isPlaying ? `Остановить: ${what}` : `Послушать: ${what}`}
      icon={
        <span className="grid size-8 place-items-center rounded-full bg-accent-soft text-accent-strong">
          {isPlaying ? <Pause size={14} fill="currentColor" /> : <Play size={14} fill="currentColor" />}
        </span>
      }
      onClick={toggle}
      tabIndex={tabIndex}
    />
  )
}

let audio: HTMLAudioElement | null = null
/** Id of the button whose sample is playing. */
const playing = pageStore<string | null>(() => null)

function stop() {
  if (playing.getState() === null) return
  audio?.pause()
  playing.setState(null, true)
}

function play(id: string, src: string) {
  stop()
  audio = new Audio(src)
  const own = audio
  const ended = () => void (audio === own && stop())
  // A result that starts playing pauses the sample.
  for (const event of ['pause', 'ended', 'error']) own.addEventListener(event, ended)
  takeTurn(own)
  playing.setState(id, true)
  // The browser may demand another click, or the next sample has interrupted this one.
  own.play().catch(ended)
}

const voiceSamplePath = (voice: string): string => `/voices/${voice}.mp3`

/** The state of one button; unmounting it stops its sample. */
function useSample(id: string, src: string) {
  const isPlaying = useSyncExternalStore(
    playing.subscribe,
    () => playing.getState() === id,
    () => false
  )
  useEffect(
    () => () => {
      if (playing.getState() === id) stop()
    },
    [id]
  )
  return { isPlaying, toggle: () => (isPlaying ? stop() : play(id, src)) }
}

interface VoiceSamplesProps {
  entry: StudioEntry
  onPick: (example: Change) => void
}

/** Example texts with a fitting voice. */
export function VoiceSamples({ entry, onPick }: VoiceSamplesProps) {
  const headingId = useId()
  const isAble = useIsAble(entry)
  const samples = elevenlabsSamples.filter(({ voice }) => isAble({ voice }))
  if (samples.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-small font-medium text-ink-faint">
        Примеры озвучки
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {samples.map(({ title, text, voice }) => (
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
