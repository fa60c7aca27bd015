// What one step on the way through a conversation of ChatGPT shows: texts of the user and the model, the pictures that the model had
// made, its documents and its research. Tools, instructions and hidden steps are left out. The weight of a step says only whether the
// model still read it: what was shown is taken whatever its weight is.
import { z } from 'zod'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { promptOf } from '#contract/answers.ts'
import { canvasTexts, type CanvasCall } from './chatgpt-canvas.ts'
import { readMarks, withoutMarks } from './chatgpt-marks.ts'
import { referenceFields, referencesOf } from './chatgpt-references.ts'
import { fenced } from './fenced.ts'

export const seconds = z.number().nullish().catch(null)
const text = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)

const metadata = z.object({
  ...referenceFields,
  model_slug: text,
  is_visually_hidden_from_conversation: z.boolean().nullish().catch(null),
  /** The passage that the user asks about. */
  targeted_reply: text,
  attachments: list,
  canvas: z.object({ textdoc_id: text }).nullish().catch(null),
  /** Of a research: the report lies in the state of the window in which it was shown. */
  chatgpt_sdk: z.object({ widget_state: text }).nullish().catch(null)
})

export const exportedMessage = z
  .object({
    author: z.object({ role: z.string() }),
    create_time: seconds,
    recipient: text,
    content: z.object({ content_type: z.string(), parts: z.array(z.unknown()).nullish(), text, language: text }),
    metadata: metadata.nullish()
  })
  .nullish()
  // A form of message that is unknown here is no text.
  .catch(null)
export type ExportedMessage = NonNullable<z.infer<typeof exportedMessage>>

export interface FoundMessage {
  role: 'user' | 'assistant'
  content: string
  created_at: number
  sources?: AnswerSource[]
}

export const millisecondsOf = (time: number | null | undefined): number | null =>
  time === null || time === undefined || !Number.isFinite(time) || time < 0 ? null : Math.round(time * 1000)

const inOneLine = (words: string, lengthMax: number): string =>
  words.slice(0, lengthMax).replaceAll(/\s+/g, ' ').trim().toWellFormed()

const media = z.object({
  content_type: text,
  text,
  metadata: z
    .object({ dalle: z.object({ prompt: text }).nullish().catch(null) })
    .nullish()
    .catch(null)
})

const isPicture = (part: unknown): boolean => media.safeParse(part).data?.content_type === 'image_asset_pointer'

/** Pictures and recordings are not in the file; their place is named. */
function placeOf(part: unknown, by: string): string {
  const prompt = media.safeParse(part).data?.metadata?.dalle?.prompt
  if (prompt) return `[изображение: ${inOneLine(prompt, 1000)}]`
  return by !== 'user' && isPicture(part) ? '[изображение]' : '[вложение]'
}

const attachmentsMax = 100
const attachment = z.object({ name: z.string().min(1) })

function attachmentsOf({ metadata: more }: ExportedMessage): string[] {
  const read = (more?.attachments ?? []).slice(0, attachmentsMax).map((one) => attachment.safeParse(one).data?.name)
  return read.flatMap((name) => (name === undefined ? [] : [`[вложение: ${inOneLine(name, 200)}]`]))
}

function partsOf(message: ExportedMessage): string[] {
  const { content, author, metadata: more } = message
  if (content.content_type === 'code') return [fenced(content.text ?? '', content.language ?? '')]
  const parts = content.parts ?? []
  const texts = parts.map((part) => (typeof part === 'string' ? part : media.safeParse(part).data?.text))
  const named = author.role === 'user' ? attachmentsOf(message) : []
  // A recording of what is written beside it, or a file that is named already, has no place of its own.
  const isSpoken = parts.some((part) => media.safeParse(part).data?.content_type === 'audio_transcription')
  const places = (part: unknown) =>
    isSpoken || (named.length > 0 && author.role === 'user') ? '' : placeOf(part, author.role)
  const shown = texts.map((one, index) => (typeof one === 'string' ? one : places(parts[index])))
  const reply = author.role === 'user' ? withoutMarks(more?.targeted_reply ?? '').trim() : ''
  const quote = reply === '' ? [] : [reply.replaceAll(/^/gm, '> ')]
  return [...named, ...quote, ...shown].filter((part) => part.trim() !== '')
}

const shownTypes = new Set(['text', 'multimodal_text', 'code'])

const report = z.object({ status: z.literal('completed'), report_message: exportedMessage })

/** The report of a research. */
function reportOf({ metadata: more }: ExportedMessage): ExportedMessage | null {
  const state = more?.chatgpt_sdk?.widget_state
  if (!state) return null
  try {
    return report.safeParse(JSON.parse(state)).data?.report_message ?? null
  } catch {
    return null
  }
}

type Shown = Pick<FoundMessage, 'role' | 'content' | 'sources'>

function answerOf(message: ExportedMessage, content: string): Shown {
  const { text: read, sources } = readMarks(content, referencesOf(message.metadata ?? null))
  return { role: 'assistant', content: read, ...(sources.length > 0 && { sources }) }
}

function shownOf(message: ExportedMessage, canvas: string | undefined): Shown | null {
  const { role } = message.author
  if (role === 'tool') {
    const research = reportOf(message)
    if (research) return shownOf({ ...research, author: { role: 'assistant' }, recipient: 'all' }, undefined)
  }
  if (message.metadata?.is_visually_hidden_from_conversation) return null
  if (role === 'tool') {
    const pictures = (message.content.parts ?? []).filter(isPicture)
    return { role: 'assistant', content: pictures.map((part) => placeOf(part, role)).join('\n\n') }
  }
  if (role === 'assistant' && canvas !== undefined) return answerOf(message, canvas)
  if (!shownTypes.has(message.content.content_type)) return null
  // Addressed to a tool.
  if (message.recipient && message.recipient !== 'all') return null
  const content = partsOf(message).join('\n\n')
  if (role === 'assistant') return answerOf(message, content)
  return role === 'user' ? { role, content } : null
}

const canvasPrefix = 'canmore.'

function callsOn(way: readonly (ExportedMessage | null | undefined)[]): CanvasCall[] {
  return way.flatMap((message, step): CanvasCall[] => {
    if (message?.author.role !== 'assistant' || !message.recipient?.startsWith(canvasPrefix)) return []
    const [part] = message.content.parts ?? []
    const input = typeof part === 'string' ? part : (message.content.text ?? '')
    const id = way[step + 1]?.metadata?.canvas?.textdoc_id ?? null
    return [{ step, action: message.recipient.slice(canvasPrefix.length), input, id }]
  })
}

/** What the way shows, from the first step. @param otherwise when a step has no time of its own: milliseconds */
export function messagesOn(way: readonly (ExportedMessage | null | undefined)[], otherwise: number): FoundMessage[] {
  const canvas = canvasTexts(callsOn(way))
  return way.flatMap((message, step) => {
    const shown = message ? shownOf(message, canvas.get(step)) : null
    const content = shown?.role === 'user' ? promptOf(shown.content) : (shown?.content.trim() ?? '')
    if (!message || !shown || content === '') return []
    return [{ ...shown, content, created_at: millisecondsOf(message.create_time) ?? otherwise }]
  })
}
