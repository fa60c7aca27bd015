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
