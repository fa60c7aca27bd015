import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { Dictation } from './dictation.ts'
import { MicrophoneRefused } from './record-speech.ts'

/** Failures with a text of their own, because the user can act on them; all others share one text. */
const telling: readonly string[] = ['RATE_LIMITED', clientCode.session]
/** The limit of a minute is over by then. Nobody counts the seconds of a longer one: the server's text says what it is. */
const countedSecondsMax = 60

function failureText(error: unknown): string {
  if (error instanceof MicrophoneRefused) return 'Не удалось получить доступ к микрофону'
  if (error instanceof ApiError && (error.retryAfter ?? 0) > countedSecondsMax) return error.message
  const isTelling = error instanceof ApiError && telling.includes(error.code)
  return isTelling ? errorText(error) : 'Не удалось распознать голос'
}

/** Speech to text. Cancelled by Escape, by unmounting and by leaving the page. Shows a toast at the end. */
export function useDictation(onText: (text: string) => void) {
  const [dictation] = useState(() => new Dictation())
  const state = useSyncExternalStore(dictation.subscribe, dictation.state)
  const isBusy = state.phase !== 'idle'
  // The form may have changed while the user spoke.
  const tell = useRef(onText)
  useEffect(() => {
    tell.current = onText
  }, [onText])

  useEffect(() => {
    const cancel = () => dictation.cancel()
    window.addEventListener('pagehide', cancel)
    return () => {
      window.removeEventListener('pagehide', cancel)
      cancel()
    }
  }, [dictation])

  useEffect(() => {
    if (!isBusy) return undefined
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dictation.cancel()
    }
    window.addEventListener('keydown', cancelOnEscape)
    return () => window.removeEventListener('keydown', cancelOnEscape)
  }, [dictation, isBusy])

  async function start() {
    try {
      const text = await dictation.start()
      if (text === null) return
      tell.current(text)
      notify.success('Голос распознан')
    } catch (error) {
      notify.error(failureText(error))
    }
  }

  return { state, start: () => void start(), stop: () => dictation.stop(), cancel: () => dictation.cancel() }
}
