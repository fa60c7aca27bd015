import { transcription } from '#contract/catalogue/transcription.ts'
import { recordingType } from './recording-type.ts'

/** Plenty for speech: thirty seconds are about 120 KB. */
const bitsPerSecond = 32_000
/** A click by mistake, not a word. */
const shortestMs = 300
const tickMs = 100
/** Safari may cut a file short that was not taken from it in pieces. */
const pieceMs = 1000

/** Too short or empty: there is nothing to ask about. */
export class NothingRecorded extends Error {
  override readonly name = 'NothingRecorded'
}

export interface RecordingControl {
  /** Ends the recording and keeps it. */
  stopped: AbortSignal
  /** Ends the recording and throws it away. */
  cancelled: AbortSignal
  /** Called with every second that begins but the first. */
  onSecondsLeft: (secondsLeft: number) => void
}

/**
 * Records until it is told to stop, the device is gone, or thirty seconds are over. The stream stays open.
 * Throws `NothingRecorded`, the reason of a cancellation, and what the browser's recorder throws.
 */
export function recordSpeech(stream: MediaStream, { stopped, cancelled, onSecondsLeft }: RecordingControl) {
  const type = recordingType()
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(type !== undefined && { mimeType: type })
  })
  const pieces: Blob[] = []
  let begunAt = performance.now()
  const lastedMs = () => performance.now() - begunAt
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  let shown: number = transcription.secondsMax
  const tick = () => {
    const secondsLeft = Math.ceil(transcription.secondsMax - lastedMs() / 1000)
    if (secondsLeft <= 0) end()
    else if (secondsLeft !== shown) onSecondsLeft((shown = secondsLeft))
  }
  const timer = setInterval(tick, tickMs)
  return new Promise<Blob>((resolve, reject) => {
    recorder.addEventListener('start', () => {
      begunAt = performance.now()
    })
    recorder.addEventListener('dataavailable', ({ data }) => void pieces.push(data))
    recorder.addEventListener('error', () => reject(new Error('The recorder failed')))
    recorder.addEventListener('stop', () => {
      // Its container says enough: the codecs would only trouble who parses a data URL.
      const recording = new Blob(pieces, { type: recorder.mimeType.split(';')[0] ?? '' })
      if (lastedMs() < shortestMs || recording.size === 0) reject(new NothingRecorded())
      else resolve(recording)
    })
    stopped.addEventListener('abort', end)
    cancelled.addEventListener('abort', () => reject(cancelled.reason))
    recorder.start(pieceMs)
  }).finally(() => {
    clearInterval(timer)
    end()
  })
}
