import { Pause, Play } from 'lucide-react'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { useSample, voiceSamplePath } from './sample-player.ts'

interface SampleButtonProps {
  id: string
  voice: string
  /** What is heard: «голос Сара». */
  what: string
}

export function SampleButton({ id, voice, what }: SampleButtonProps) {
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
    />
  )
}
