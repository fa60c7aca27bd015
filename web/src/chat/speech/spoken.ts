// One text is read aloud at a time, with the voice of the browser.
import { onNewPage, pageStore } from '../../base/storage/page-store.ts'

/** Which text is read; null: none. */
export const spoken = pageStore<string | null>(() => null)
onNewPage(() => stopSpeaking())

export const canSpeak = (): boolean => 'speechSynthesis' in window

export function stopSpeaking(): void {
  if (canSpeak()) window.speechSynthesis.cancel()
  spoken.setState(null, true)
}
