import { Mic, Square, X } from 'lucide-react'
import { clsx } from 'clsx'
import { useSession } from '../../base/session/session.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import type { DictationState } from './dictation.ts'
import { LevelMeter } from './level-meter.tsx'
import { canRecord } from './record-speech.ts'
import { useDictation } from './use-dictation.ts'

interface MicButtonProps {
  /** Gets the recognised text. */
  onText: (text: string) => void
  /** No recording can be started; a running one goes on. */
  disabled: boolean
}

/** Dictation. Renders nothing in a browser that cannot record. */
export const MicButton = (props: MicButtonProps) => (canRecord() ? <Microphone {...props} /> : null)

const labels = {
  idle: 'Надиктовать голосом',
  asking: 'Ожидаю доступ к микрофону',
  recording: 'Остановить запись',
  transcribing: 'Распознаю голос'
} satisfies Record<DictationState['phase'], string>

function Microphone({ onText, disabled }: MicButtonProps) {
  const { status } = useSession()
  const { state, start, stop, cancel } = useDictation(onText)
  const { phase } = state

  function press() {
    if (phase === 'recording') return stop()
    if (phase !== 'idle') return undefined
    return status === 'signed-out' ? notify.error('Необходимо войти в систему') : start()
  }

  return (
    <>
      {phase !== 'idle' && <Progress state={state} onCancel={cancel} />}
      <IconButton
        label={labels[phase]}
        aria-pressed={phase === 'recording'}
        // `disabled` would take the focus away from the button.
        aria-disabled={phase === 'asking' || phase === 'transcribing' || undefined}
        disabled={disabled && phase === 'idle'}
        onClick={press}
        icon={<Icon phase={phase} />}
        className={clsx(phase === 'recording' && 'bg-accent-soft text-accent!')}
      />
      <output className="sr-only">{spoken(state)}</output>
    </>
  )
}

function Icon({ phase }: { phase: DictationState['phase'] }) {
  if (phase === 'idle') return <Mic size={20} aria-hidden />
  return phase === 'recording' ? <Square size={16} fill="currentColor" aria-hidden /> : <Spinner />
}

/** Stands before the button, so that the button keeps its place under the pointer. */
const Progress = ({ state, onCancel }: { state: DictationState; onCancel: () => void }) => (
  <div className="flex animate-appear items-center gap-2 rounded-control bg-accent-soft pr-3 text-caption text-ink-soft">
    <IconButton label="Отменить запись" icon={<X size={18} />} onClick={onCancel} className="-mr-1" />
    {state.phase === 'asking' && <span>Разрешите доступ</span>}
    {state.phase === 'transcribing' && <span>Распознаю…</span>}
    {state.phase === 'recording' && (
      <>
        <LevelMeter stream={state.stream} />
        <span aria-hidden className="min-w-7 text-right tabular-nums">
          {`0:${String(state.secondsLeft).padStart(2, '0')}`}
        </span>
      </>
    )}
  </div>
)

/** A screen reader reads only these aloud: its voice gets into the recording. */
const spokenSeconds = [10, 5]

function spoken(state: DictationState): string {
  switch (state.phase) {
    case 'idle':
      return ''
    case 'asking':
      return 'Разрешите доступ к микрофону'
    case 'recording': {
      const left = spokenSeconds.find((seconds) => state.secondsLeft <= seconds && state.secondsLeft > seconds - 5)
      return left === undefined ? 'Идёт запись, до 30 секунд' : `Осталось ${left} секунд`
    }
    case 'transcribing':
      return 'Распознаю голос'
    default:
      return state satisfies never
  }
}
