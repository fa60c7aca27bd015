import { transcription } from '#contract/catalogue/transcription.ts'

/** The user refused, there is no microphone, or another program uses it. */
export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'
}

const speech = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

export const closeMicrophone = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Asks for the microphone. Throws `MicrophoneRefused`, and the reason of `cancelled`. */
export function openMicrophone(cancelled: AbortSignal): Promise<MediaStream> {
  return new Promise((resolve, reject) => {
    cancelled.addEventListener('abort', () => reject(cancelled.reason))
    navigator.mediaDevices.getUserMedia({ audio: speech }).then(
      (stream) => {
        // The user cancelled before the browser gave access.
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

/** Safari records webm since 18.4, but without a duration in the file. */
const isSafari = () => navigator.vendor.startsWith('Apple')

/** The container that this browser records best; undefined leaves the choice to the browser. */
function recordingType(): string | undefined {
  const wanted = isSafari() ? [mp4, webm, ogg] : [webm, mp4, ogg]
  return wanted.find((type) => MediaRecorder.isTypeSupported(type))
}

/** False in old browsers and on pages without a secure connection. */
export const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator

/** Enough for speech: thirty seconds take about 130 KB. */
const bitsPerSecond = 32_000
/** A shorter recording is a click by mistake. */
const shortestMs = 300
const tickMs = 100
/** Recorded in pieces, because Safari may truncate a recording that is read at the end only. */
const pieceMs = 1000

/** The recording is empty or too short to transcribe. */
export class NothingRecorded extends Error {
  override readonly name = 'NothingRecorded'
}

interface RecordingControl {
  /** Ends the recording and keeps it. */
  stopped: AbortSignal
  /** Ends the recording and discards it. */
  cancelled: AbortSignal
  /** Called at the start of every second except the first. */
  onSecondsLeft: (secondsLeft: number) => void
}

/**
 * Records until `stopped`, until the microphone is unplugged, or for thirty seconds. The stream stays open.
 * Throws `NothingRecorded`, the reason of `cancelled`, and what the browser's recorder throws.
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
      // Without the codecs: a parser of data URLs would stumble over the parameter.
      const recording = new Blob(pieces, { type: recorder.mimeType.split(';')[0] ?? '' })
      if (lastedMs() < shortestMs || recording.size === 0) reject(new NothingRecorded())
      else resolve(recording)
    })
    stopped.addEventListener('abort', end)
    // A call takes the microphone: what was said until then is kept.
    for (const track of stream.getTracks()) for (const event of ['ended', 'mute']) track.addEventListener(event, end)
    cancelled.addEventListener('abort', () => reject(cancelled.reason))
    recorder.start(pieceMs)
  }).finally(() => {
    clearInterval(timer)
    end()
  })
}
