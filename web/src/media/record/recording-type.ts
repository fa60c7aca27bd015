const webm = 'audio/webm;codecs=opus'
const mp4 = 'audio/mp4'
const ogg = 'audio/ogg;codecs=opus'

/** Safari writes webm from 18.4 on, but files whose length nobody can tell. */
const isSafari = () => navigator.vendor.startsWith('Apple')

/** The container that this browser records best; undefined leaves the choice to it. */
export function recordingType(): string | undefined {
  const wanted = isSafari() ? [mp4, webm, ogg] : [webm, mp4, ogg]
  return wanted.find((type) => MediaRecorder.isTypeSupported(type))
}

/** Missing in old browsers, and on pages that are not opened over a secure connection. */
export const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator
