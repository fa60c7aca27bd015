// Speech to text by OpenAI: one short recording, one answer.
import { transcription } from '#contract/catalogue/transcription.ts'
import { textAt } from '../http/fields.ts'
import { callForJson, malformed } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { OpenaiSettings } from '../chat/openai.ts'

export interface Recording {
  bytes: Uint8Array<ArrayBuffer>
  /** Of the container that it really is, without codecs: the upstream picks its decoder by it and by the file's name. */
  type: string
  /** With the extension of that container: `speech.webm`. */
  filename: string
  /** ISO 639-1. */
  language: string
}

export interface TranscriptionOptions extends MediaOptions {
  /** Ends the call when the one who waits for it leaves. */
  signal?: AbortSignal
}

// Half a minute of speech takes two seconds; somebody watches the composer meanwhile.
const timeoutMs = 30_000

/**
 * What was said; empty when nothing was.
 * @throws ProviderFailure; `rejected` is a recording that the upstream cannot read
 */
export async function transcribe(
  settings: OpenaiSettings,
  recording: Recording,
  options: TranscriptionOptions = {}
): Promise<{ text: string }> {
  const call: MediaCall = {
    provider: 'openai',
    url: `${settings.OPENAI_BASE_URL}/audio/transcriptions`,
    headers: { authorization: `Bearer ${settings.OPENAI_API_KEY}` },
    body: formOf(recording),
    timeoutMs
  }
  const { signal = new AbortController().signal } = options
  const text = textAt(await callForJson(call, signal, options), 'text')
  if (text === null) throw malformed(call)
  return { text: text.trim() }
}

/** This model takes a list of languages where the older ones take one. */
function formOf({ bytes, type, filename, language }: Recording): FormData {
  const form = new FormData()
  form.set('model', transcription.upstream.model)
  form.set('languages[]', language)
  form.set('response_format', 'json')
  form.set('file', new File([bytes], filename, { type }))
  return form
}
