import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { clsx } from 'clsx'
import { Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { formatClock } from '../../base/format/durations.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { DownloadLink, onPlayerKey, SeekBar } from './player-controls.tsx'
import { type Playback, usePlayback } from './use-playback.ts'

interface VideoPlayerProps {
  src: string
  /** Names the controls for screen readers. */
  label: string
  downloadUrl?: string | undefined
  /** The address cannot be played, for example because its signature has expired. */
  onError?: (() => void) | undefined
}

/** Fills its parent, which has the proportions of the film. Dark in both themes. */
export function VideoPlayer({ src, label, downloadUrl, onError }: VideoPlayerProps) {
  const room = useRef<HTMLDivElement>(null)
  const playback = usePlayback({ src, onError })
  const { isPlaying, isWaiting, failed, toggle, retry, media } = playback
  const fullScreen = useFullScreen(room, playback.element)
  const [isMuted, setMuted] = useState(false)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (onPlayerKey(event, playback) || event.altKey || event.ctrlKey || event.metaKey) return
    // `code` and not `key`: with a Russian layout the same keys give other letters.
    if (event.code === 'KeyM') setMuted(!isMuted)
    if (event.code === 'KeyF') fullScreen.toggle()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside
    <div
      ref={room}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
      role="group"
      aria-label={`Проигрыватель: ${label}`}
      onKeyDown={onKeyDown}
      className="group @container relative size-full overflow-hidden bg-sunken text-ink scheme-dark"
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated: its words stand beside it, if it has any */}
      <video {...media} muted={isMuted} playsInline aria-label={label} className="size-full object-contain" />
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onClick={toggle}
        className="absolute inset-0 grid place-items-center"
      >
        {isWaiting && <Spinner size={32} />}
        {!isPlaying && !failed && (
          <span className="grid size-16 place-items-center rounded-full bg-paper/70 transition group-hover:bg-paper/90">
            <Play size={26} fill="currentColor" className="ml-1" />
          </span>
        )}
      </button>
      {failed ? (
        <p role="alert" className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-small">
          Не удалось воспроизвести видео
          <Button variant="secondary" size="small" onClick={retry}>
            Повторить
          </Button>
        </p>
      ) : (
        <Controls
          playback={playback}
          isMuted={isMuted}
          onMute={() => setMuted(!isMuted)}
          fullScreen={fullScreen}
          downloadUrl={downloadUrl}
        />
      )}
    </div>
  )
}

interface ControlsProps {
  playback: Playback
  isMuted: boolean
  onMute: () => void
  fullScreen: { isOn: boolean; toggle: () => void }
  downloadUrl: string | undefined
}

/** Hidden while the film plays and neither the pointer nor the focus is on the player. */
const Controls = ({ playback, isMuted, onMute, fullScreen, downloadUrl }: ControlsProps) => (
  <div
    className={clsx(
      'absolute inset-x-0 bottom-0 flex items-center bg-linear-to-t from-paper/85 to-transparent px-1 pt-6 transition',
      playback.isPlaying && 'opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100'
    )}
  >
    <IconButton
      label={playback.isPlaying ? 'Пауза' : 'Воспроизвести'}
      icon={playback.isPlaying ? <Pause size={19} fill="currentColor" /> : <Play size={19} fill="currentColor" />}
      onClick={playback.toggle}
    />
    <SeekBar playback={playback} className="w-0 min-w-0 grow" />
    <span className="px-2 text-caption whitespace-nowrap text-ink-soft tabular-nums">
      <span>{formatClock(playback.time)}</span>
      <span className="@max-xs:sr-only">{` / ${formatClock(playback.duration)}`}</span>
    </span>
    <IconButton
      label={isMuted ? 'Включить звук' : 'Выключить звук'}
      icon={isMuted ? <VolumeX size={19} /> : <Volume2 size={19} />}
      onClick={onMute}
    />
    {downloadUrl && <DownloadLink href={downloadUrl} />}
    <IconButton
      label={fullScreen.isOn ? 'Выйти из полноэкранного режима' : 'На весь экран'}
      icon={fullScreen.isOn ? <Minimize size={19} /> : <Maximize size={19} />}
      onClick={fullScreen.toggle}
    />
  </div>
)

/** Full screen for the player; for the video element alone on iPhones, which allow nothing else. */
function useFullScreen(room: RefObject<HTMLElement | null>, film: RefObject<HTMLMediaElement | null>) {
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === room.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [room])

  function enter() {
    const { current } = room
    if (current && 'requestFullscreen' in current) return void current.requestFullscreen().catch(() => undefined)
    const video = film.current
    if (video && 'webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function')
      video.webkitEnterFullscreen()
    return undefined
  }

  return { isOn, toggle: () => (isOn ? void document.exitFullscreen() : enter()) }
}
