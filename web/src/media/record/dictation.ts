// Turns speech into text: idle -> asking -> recording -> transcribing -> idle, or kept, when that failed. The microphone is closed in
// every case.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { transcription } from '#contract/catalogue/transcription.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { retryingBlips } from '../../base/http/retry.ts'
import { prepared } from '../../base/page/late.ts'
import { call } from '../../base/session/client.ts'
import { onUserLeft } from '../../base/session/user-left.ts'
import type { Store } from '../../base/storage/page-store.ts'
import { notify } from '../../base/ui/notify.ts'
import { readDataUrl } from '../upload/file/chosen-file.ts'
import { closeMicrophone, MicrophoneRefused, NothingRecorded, openMicrophone, recordSpeech } from './record-speech.ts'

export type DictationState =
  | { phase: 'idle' }
  /** The browser asks the user for permission. */
  | { phase: 'asking' }
  | { phase: 'recording'; stream: MediaStream; secondsLeft: number }
  | { phase: 'transcribing' }
  /** It could not be transcribed: the user may ask again, and need not speak again. */
  | { phase: 'kept'; recording: Blob }

const idle: DictationState = { phase: 'idle' }

class Dictation {
  readonly #store: Store<DictationState> = createStore<DictationState>(() => idle)
  #stopping = new AbortController()
  #cancelling = new AbortController()
  /** Where a cancellation leads: to what was kept before. */
  #before: DictationState = idle

  readonly subscribe = this.#store.subscribe
  readonly state = this.#store.getState

  /**
   * Does nothing while it works. What was kept stays until another recording is understood or kept. Resolves to the text, or to null when
   * the user cancels.
   * Throws `NothingRecorded`, `MicrophoneRefused`, `ApiError`, or what the browser's recorder throws.
   */
  async start(): Promise<string | null> {
    const before = this.state()
    if (before.phase !== 'idle' && before.phase !== 'kept') return null
    return this.#work(before, async (cancelled) => {
      this.#become({ phase: 'asking' })
      return this.#record(this.#stopping.signal, cancelled)
    })
  }

  /** Transcribes what was kept. As `start`. */
  async repeat(): Promise<string | null> {
    const kept = this.state()
    return kept.phase === 'kept' ? this.#work(kept, async () => kept.recording) : null
  }

  async #work(before: DictationState, listen: (cancelled: AbortSignal) => Promise<Blob>): Promise<string | null> {
    this.#before = before
    this.#stopping = new AbortController()
    this.#cancelling = new AbortController()
    const cancelled = this.#cancelling.signal
    let end = before
    try {
      const recording = await listen(cancelled)
      cancelled.throwIfAborted()
      end = { phase: 'kept', recording }
      const text = await this.#transcribe(recording, cancelled)
      end = idle
      return text
    } catch (error) {
      if (cancelled.aborted) return null
      // Silence takes the place of nothing that was said.
      if (error instanceof NothingRecorded && before.phase === 'kept') end = before
      throw error
    } finally {
      // After a cancellation the next recording may have begun already.
      if (!cancelled.aborted) this.#end(end)
    }
  }

  /** Ends the recording and sends it to be transcribed. */
  stop() {
    if (this.state().phase === 'recording') this.#stopping.abort()
  }

  /** Ends what it works at, or discards what was kept. */
  cancel() {
    this.#cancelling.abort()
    this.#end(this.#before)
  }

  /** Returns to idle from any phase. */
  discard() {
    this.#before = idle
    this.cancel()
  }

  #end(state: DictationState) {
    this.#before = idle
    this.#become(state)
  }

  async #transcribe(recording: Blob, cancelled: AbortSignal): Promise<string> {
    this.#become({ phase: 'transcribing' })
    const text = await transcribeSpeech(recording, cancelled)
    cancelled.throwIfAborted()
    if (text === '') throw new NothingRecorded()
    return text
  }

  async #record(stopped: AbortSignal, cancelled: AbortSignal): Promise<Blob> {
    const stream = await openMicrophone(cancelled)
    try {
      cancelled.throwIfAborted()
      const onSecondsLeft = (secondsLeft: number) => this.#become({ phase: 'recording', stream, secondsLeft })
      onSecondsLeft(transcription.secondsMax)
      return await recordSpeech(stream, { stopped, cancelled, onSecondsLeft })
    } finally {
      closeMicrophone(stream)
    }
  }

  #become(state: DictationState) {
    this.#store.setState(state, true)
  }
}

/**
 * The text of a recording; empty when no speech was recognised.
 * Throws `ApiError`, and the reason of the signal.
 */
async function transcribeSpeech(recording: Blob, signal: AbortSignal): Promise<string> {
  // Loaded on demand: these schemas import the whole catalogue. A reload of the page would lose the recording.
  const calls = prepared(() => import('#contract/job-orders.ts'))
  const [{ transcribe }, audio] = await Promise.all([calls, readDataUrl(recording)])
  const { text } = await retryingBlips(() => call(transcribe, { audio }, { signal }))
  return text.trim()
}

/** Failures with a text of their own, because the user can act on them; all others share one text. */
const telling: readonly string[] = ['RATE_LIMITED', clientCode.session]
/** Within this time a limit of a minute ends. For a longer one the page does not count seconds: the server's text names the limit. */
const countedSecondsMax = 60

function failureText(error: unknown): string {
  if (error instanceof MicrophoneRefused) return 'Не удалось получить доступ к микрофону'
  if (error instanceof ApiError && (error.retryAfter ?? 0) > countedSecondsMax) return error.message
  const isTelling = error instanceof ApiError && telling.includes(error.code)
  return isTelling ? errorText(error) : 'Не удалось распознать голос'
}

/** Speech to text. Cancelled by Escape, by unmounting, by signing out and by leaving the page. Shows a toast at the end. */
export function useDictation(onText: (text: string) => void) {
  const [dictation] = useState(() => new Dictation())
  const state = useSyncExternalStore(dictation.subscribe, dictation.state, dictation.state)
  const isBusy = state.phase !== 'idle' && state.phase !== 'kept'
  // The form may have changed while the user spoke.
  const tell = useRef(onText)
  useEffect(() => {
    tell.current = onText
  }, [onText])

  useEffect(() => {
    const discard = () => dictation.discard()
    const leave = () => dictation.state().phase !== 'kept' && dictation.cancel()
    window.addEventListener('pagehide', leave)
    // The next user of this page must not send what this one has said.
    const stop = onUserLeft(discard)
    return () => {
      window.removeEventListener('pagehide', leave)
      stop()
      discard()
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

  async function hear(heard: Promise<string | null>) {
    try {
      const text = await heard
      if (text === null) return
      tell.current(text)
      notify.success('Голос распознан')
    } catch (error) {
      notify.error(failureText(error))
    }
  }

  return {
    state,
    /** The phase at this moment, for what listens between two renderings. */
    phase: () => dictation.state().phase,
    start: () => void hear(dictation.start()),
    repeat: () => void hear(dictation.repeat()),
    stop: () => dictation.stop(),
    cancel: () => dictation.cancel()
  }
}
