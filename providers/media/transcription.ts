// Speech to text by OpenAI: one recording per call.
import { transcription } from '#contract/catalogue/transcription.ts'
import { textAt } from '../http/fields.ts'
import { callForJson, malformed } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { Account } from '../http/connection.ts'

export interface Recording {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type of the detected container, without codecs: the provider selects its decoder by type and file name. */
  type: string
  /** File name with the extension of that container: `speech.webm`. */
  filename: string
  /** ISO 639-1 codes; empty: the model finds out. */
  languages: readonly string[]
  /** What is spoken of, as the user says it. */
  prompt?: string
}

export interface TranscriptionOptions extends MediaOptions {
  /** Aborts the call when the client disconnects. */
  signal?: AbortSignal
  /** Of the recording, for one that may be long. */
  seconds?: number
}

// Half a minute of speech takes about two seconds; the user is waiting. Of a long recording each minute may take four more.
const timeoutMsOf = (seconds: number) => 30_000 + Math.ceil(seconds / 60) * 4000

/**
 * The spoken text; empty when there was none.
 * @throws ProviderFailure; `rejected` means that the provider cannot read the recording
 */
export async function transcribe(
  { supplier, baseUrl, apiKey }: Account,
  recording: Recording,
  options: TranscriptionOptions = {}
): Promise<{ text: string }> {
  const { signal = new AbortController().signal, seconds = 0 } = options
  const call: MediaCall = {
    provider: supplier,
    url: `${baseUrl}/audio/transcriptions`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: formOf(recording),
    timeoutMs: timeoutMsOf(seconds)
  }
  const text = textAt(await callForJson(call, signal, options), 'text')
  if (text === null) throw malformed(call)
  return { text: text.trim() }
}

/** This model takes a list of languages; older ones take one. */
function formOf({ bytes, type, filename, languages, prompt }: Recording): FormData {
  const form = new FormData()
  form.set('model', transcription.upstream.model)
  for (const language of languages) form.append('languages[]', language)
  if (prompt !== undefined) form.set('prompt', prompt)
  form.set('response_format', 'json')
  form.set('file', new File([bytes], filename, { type }))
  return form
}
