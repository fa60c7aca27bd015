// Reads one text aloud at a time, with the voice of the browser.
import { onNewPage, pageStore } from '../../base/storage/page-store.ts'
import { languageOf, portionsOf, speechTextOf } from './speech-text.ts'

/** Which text is read; null: none. */
const spoken = pageStore<string | null>(() => null)
onNewPage(() => stopSpeaking())

export const onSpokenChange = spoken.subscribe
export const spokenText = spoken.getState

export const canSpeak = (): boolean => 'speechSynthesis' in window

export function stopSpeaking(): void {
  if (canSpeak()) window.speechSynthesis.cancel()
  spoken.setState(null, true)
}

/** Reads the words of an answer, instead of what was read before. */
export function speak(markdown: string): void {
  stopSpeaking()
  const portions = portionsOf(speechTextOf(markdown))
  if (portions.length === 0) return
  spoken.setState(markdown, true)
  // An utterance that was cancelled ends too: by then another text may be read.
  const ended = () => spoken.getState() === markdown && spoken.setState(null, true)
  portions.forEach((portion, index) => {
    const utterance = new SpeechSynthesisUtterance(portion)
    utterance.lang = languageOf(portion)
    if (index === portions.length - 1) utterance.addEventListener('end', ended)
    utterance.addEventListener('error', ended)
    window.speechSynthesis.speak(utterance)
  })
}
