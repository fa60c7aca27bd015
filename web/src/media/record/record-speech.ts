import { transcription } from '#contract/catalogue/transcription.ts'

/** No permission, no device, or one that another program holds. */
export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'
}

const speech = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

export const closeMicrophone = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Asks for the microphone. Throws `MicrophoneRefused`, and the reason of a cancellation. */
export function openMicrophone(cancelled: AbortSignal): Promise<MediaStream> {
  return new Promise((resolve, reject) => {
    cancelled.addEventListener('abort', () => reject(cancelled.reason))
    navigator.mediaDevices.getUserMedia({ audio: speech }).then(
      (stream) => {
        // Allowed after the user thought better of it.
        if (cancelled.aborted) closeMicrophone(stream)
        resolve(stream)
      },
      (error: unknown) => reject(new MicrophoneRefused('The microphone was refused', { cause: error }))
    )
  })
}

const webm = 'audio/webm;codecs=opus'
const mp4 = 'audio/mp4'
const ogg = 'audio/ogg;codecs=opus'

/** Safari writes webm from 18.4 on, but files whose length nobody can tell. */
const isSafari = () => navigator.vendor.startsWith('Apple')

/** The container that this browser records best; undefined leaves the choice to it. */
function recordingType(): string | undefined {
  const wanted = isSafari() ? [mp4, webm, ogg] : [webm, mp4, ogg]
  return wanted.find((type) => MediaRecorder.isTypeSupported(type))
}

/** Missing in old browsers, and on pages that are not opened over a secure connection. */
export const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator

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

interface RecordingControl {
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
