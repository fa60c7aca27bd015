import { clsx } from 'clsx'
import { Mic, Square, X } from 'lucide-react'
import { type MouseEvent, type PointerEvent, Suspense, useRef, useState } from 'react'
import { late } from '../../base/page/late.ts'
import { useIsFromBuild } from '../../base/page/from-build.ts'
import { useSession } from '../../base/session/session.tsx'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { type DictationState, useDictation } from './dictation.ts'
import type { Grip } from './hold.ts'
import { LevelMeter } from './level-meter.tsx'
import { canRecord } from './record-speech.ts'

const HoldWays = late(async () => (await import('./hold-ways.tsx')).HoldWays)

interface MicButtonProps {
  /** Gets the recognised text. */
  onText: (text: string) => void
  /** No recording can be started; a running one goes on. */
  disabled: boolean
}

/** Dictation. Renders nothing where it is not connected, nor in a browser that cannot record, which the build expects of none. */
export function MicButton(props: MicButtonProps) {
  const isFromBuild = useIsFromBuild()
  const isUnconnected = useUnconnected()('dictation')
  return !isUnconnected && (isFromBuild || canRecord()) ? <Microphone {...props} /> : null
}

const labels = {
  idle: 'Надиктовать голосом',
  asking: 'Ожидаю доступ к микрофону',
  recording: 'Остановить запись',
  transcribing: 'Распознаю голос',
  kept: 'Надиктовать голосом'
} satisfies Record<DictationState['phase'], string>

function Microphone({ onText, disabled }: MicButtonProps) {
  const { status } = useSession()
  const dictation = useDictation(onText)
  const { state, start, stop, repeat, cancel } = dictation
  const { phase } = state
  const isFree = phase === 'idle' || phase === 'kept'
  const button = useRef<HTMLButtonElement>(null)
  // What was pressed goes away.
  const leading = (act: () => void) => () => {
    button.current?.focus()
    act()
  }
  const { onPointerDown, takesClick, ...held } = useHold(dictation, isFree && !disabled && status !== 'signed-out')
  const grip = phase === 'asking' || phase === 'recording' ? held.grip : null

  function press({ detail }: MouseEvent) {
    if (takesClick(detail)) return undefined
    if (phase === 'recording') return stop()
    if (!isFree) return undefined
    return status === 'signed-out' ? notify.error('Необходимо войти в систему') : start()
  }

  return (
    <>
      {phase !== 'idle' && <Progress state={state} onRepeat={leading(repeat)} onCancel={leading(cancel)} />}
      <span className="relative inline-grid">
        {grip && (
          <Suspense>
            <HoldWays {...grip} />
          </Suspense>
        )}
        <IconButton
          ref={button}
          label={labels[phase]}
          aria-pressed={phase === 'recording'}
          // `disabled` would take the focus away from the button.
          aria-disabled={phase === 'asking' || phase === 'transcribing' || undefined}
          disabled={disabled && isFree}
          onClick={press}
          icon={<Icon phase={phase} />}
          onPointerDown={onPointerDown}
          // A long press of a finger opens a menu of the browser.
          onContextMenu={(event) => grip && event.preventDefault()}
          className={clsx(
            // The icon changes under the finger: a finger on one that is gone would be heard of no more.
            'touch-none *:pointer-events-none [-webkit-touch-callout:none]',
            // It works meanwhile.
            !isFree && 'opacity-100!',
            phase === 'recording' && 'bg-accent-soft text-accent!',
            grip && 'scale-125 rounded-full!'
          )}
        />
      </span>
      <output className="sr-only">{spoken(state)}</output>
    </>
  )
}

/** The button under a finger, which hold.ts follows. @param isFree a press may begin a recording */
function useHold({ phase, start, stop, cancel }: Omit<ReturnType<typeof useDictation>, 'state'>, isFree: boolean) {
  const [grip, setGrip] = useState<Grip | null>(null)
  /** The press has been a hold, and no click may follow from it. */
  const held = useRef(false)
  const show = (next: Grip | null) => {
    if (next) held.current = true
    setGrip(next)
  }
  const onPointerDown = ({ currentTarget, pointerType, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
    held.current = false
    if (!isFree || pointerType === 'mouse') return
    const released = new AbortController()
    for (const end of ['pointerup', 'pointercancel'])
      currentTarget.addEventListener(end, () => released.abort(), { once: true })
    // Without its code the button is pressed to begin and to end.
    void import('./hold.ts').then(
      ({ hold }) =>
        hold(
          currentTarget,
          { x: clientX, y: clientY, pointerId },
          { phase, start, stop, cancel, show },
          released.signal
        ),
      () => undefined
    )
  }
  /** @param detail 0 for a key, which no finger has pressed before */
  const takesClick = (detail: number) => {
    const isTaken = held.current && detail > 0
    held.current = false
    return isTaken
  }
  return { grip, onPointerDown, takesClick }
}

function Icon({ phase }: { phase: DictationState['phase'] }) {
  if (phase === 'idle' || phase === 'kept') return <Mic size={20} aria-hidden />
  return phase === 'recording' ? <Square size={16} fill="currentColor" aria-hidden /> : <Spinner />
}

interface ProgressProps {
  state: DictationState
  onRepeat: () => void
  onCancel: () => void
}

/** Stands before the button, so that the button keeps its place under the pointer. */
const Progress = ({ state, onRepeat, onCancel }: ProgressProps) => (
  // The hint of the composer has no room beside it.
  <div
    data-wide
    className="flex animate-appear items-center gap-2 rounded-control bg-accent-soft pr-3 text-caption text-ink-soft"
  >
    <IconButton
      label={state.phase === 'kept' ? 'Удалить запись' : 'Отменить запись'}
      icon={<X size={18} />}
      onClick={onCancel}
      className="-mr-1"
    />
    {state.phase === 'kept' && (
      <button
        type="button"
        aria-label="Повторить распознавание"
        onClick={onRepeat}
        className="min-h-11 font-medium text-accent-strong underline underline-offset-4"
      >
        Повторить
      </button>
    )}
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
    case 'kept':
      return 'Запись не пропала: её можно распознать ещё раз'
    default:
      return state satisfies never
  }
}
