// Image, video and voice generation, image editing and transcription. Bodies are flat: the prompt and the options that
// the service's catalogue entry names. Sent with the header `Idempotency-Key`; with `Prefer: respond-async` the
// response is a 202 with the job, otherwise the call waits for the result.
import { z } from 'zod'
import type { StudioCall, StudioEntry } from './catalogue/entry.ts'
import { midjourneyActionNames } from './catalogue/midjourney-actions.ts'
import { findStudioEntry } from './catalogue/studio.ts'
import { transcription } from './catalogue/transcription.ts'
import { type ChatPlace, chatPlaceFields, placeFlaw } from './chat-place.ts'
import { billing } from './chats.ts'
import { endpoint } from './endpoint.ts'
import { job } from './jobs.ts'
import { operationId } from './validation.ts'
import { dataUrlBytes, dataUrlType, type ParameterValues } from './catalogue/parameters.ts'
import { parametersSchema } from './catalogue/parameters-schema.ts'

/** A parsed request: the entry's id, and options with defaults filled in. */
export interface JobOrder {
  service: string
  parameters: ParameterValues
  /** The chat to which the work is added; absent: none. */
  place?: ChatPlace
}

const unknownService = 'Такого сервиса нет'

const sentOptions = z.looseObject({
  ...chatPlaceFields,
  service: z.string(unknownService).optional(),
  /** Some clients nest the options instead of sending them flat. */
  options: z.record(z.string(), z.unknown()).optional(),
  /** Another spelling of `image`. */
  imageData: z.string().optional()
})

type SentPlace = z.output<z.ZodObject<typeof chatPlaceFields>>

/** The place that the fields name, as a part of an order. */
export const placeOf = ({ conversationId, ...rest }: SentPlace): { place?: ChatPlace } =>
  conversationId === undefined ? {} : { place: { conversationId, ...rest } }

/** Parses requests for the entries that `accepts` allows; without a service the request is for `defaultService`. */
const orderInput = (accepts: (entry: StudioEntry) => boolean, defaultService = '') =>
  sentOptions.transform((body, context): JobOrder => {
    const { service = defaultService, options, imageData, ...flat } = body
    const { conversationId, parentMessageId, answersMessageId, unasked, ...sent } = flat
    const place = { conversationId, parentMessageId, answersMessageId, unasked }
    const flaw = placeFlaw(place)
    if (flaw !== null) {
      context.addIssue({ code: 'custom', message: flaw, path: ['conversationId'], input: body })
      return z.NEVER
    }
    const entry = findStudioEntry(service)
    if (!entry || !accepts(entry)) {
      context.addIssue({ code: 'custom', message: unknownService, path: ['service'], input: service })
      return z.NEVER
    }
    const image = imageData === undefined ? {} : { image: imageData }
    const parsed = parametersSchema(entry.parameters).safeParse({ ...options, ...image, ...sent })
    if (parsed.success) return { service: entry.id, parameters: parsed.data, ...placeOf(place) }
    for (const { message, path } of parsed.error.issues)
      context.addIssue({ code: 'custom', message, path, input: sent })
    return z.NEVER
  })

const orderResult = z.object({
  imageUrl: z.string().optional(),
  videoUrl: z.string().optional(),
  audioUrl: z.string().optional(),
  /** The prompt that the provider received, for images. */
  revisedPrompt: z.string().optional()
})

/** The response of a call that submits jobs. */
const generated = z.object({
  /** The first one of a batch. */
  job,
  /** All jobs of the request, `count` of them. */
  jobs: z.array(job),
  /** Of the first job that was delivered; null while all run. */
  result: orderResult.nullable(),
  /** What was charged for all jobs together; null before the first one was delivered. */
  billing: billing.nullable(),
  /** Available tokens after the call. */
  balance: z.number().int()
})
export type SubmittedJobs = z.infer<typeof generated>

export const generateImage = endpoint({
  call: 'POST /ai/image/:service',
  access: 'session',
  input: orderInput(({ kind }) => kind === 'image' || kind === 'image-tool'),
  output: generated
})

/** The DALL-E page's own path; its response has the result at the top level too. */
export const generateDalle = endpoint({
  call: 'POST /ai/image/dalle',
  access: 'session',
  input: orderInput(({ id }) => id === 'dalle', 'dalle'),
  output: generated
})

/** The image editor, or another image tool named in the body; the response has the result at the top level too. */
export const editImage = endpoint({
  call: 'POST /ai/image/edit',
  access: 'session',
  input: orderInput(({ kind }) => kind === 'image-tool', 'gpt-image-edit'),
  output: generated
})

export const generateVideo = endpoint({
  call: 'POST /ai/video/:service',
  access: 'session',
  input: orderInput(({ kind }) => kind === 'video'),
  output: generated
})

export const generateAudio = endpoint({
  call: 'POST /ai/audio/:service',
  access: 'session',
  input: orderInput(({ kind }) => kind === 'audio'),
  output: generated
})

/** The calls that submit a job, as an entry of the catalogue names them. */
export const orderCalls = {
  generateImage,
  generateDalle,
  editImage,
  generateVideo,
  generateAudio
} as const satisfies Record<StudioCall, unknown>

const tileText = 'Вариантов четыре: от 1 до 4'

/** An action on a picture that Midjourney has made, as a job of its own. */
export const changePicture = endpoint({
  call: 'POST /jobs/:id/changes',
  access: 'session',
  input: z
    .object({
      /** The job whose picture is changed. */
      id: operationId,
      action: z.enum(midjourneyActionNames, 'Такого действия нет'),
      /** The variant of a sheet, from 1; left out for a picture that stands alone. */
      tile: z.int(tileText).min(1, tileText).max(4, tileText).optional(),
      ...chatPlaceFields
    })
    .superRefine((sent, context) => {
      const flaw = placeFlaw(sent)
      if (flaw !== null) context.addIssue({ code: 'custom', message: flaw, path: ['conversationId'] })
    }),
  output: generated
})
export type PictureChange = z.output<typeof changePicture.input>

const recordingText = 'Не удалось распознать голос'
const recordingTypes: readonly (string | null)[] = ['audio/webm', 'audio/mp4', 'audio/ogg', 'video/webm']

/** A recording in base64, plain or as a data URL. Free within limits. */
export const transcribe = endpoint({
  call: 'POST /ai/audio/transcribe',
  access: 'session',
  input: z.object({
    audio: z
      .string(recordingText)
      .min(1, recordingText)
      .refine((sent) => dataUrlBytes(sent) <= transcription.sizeBytesMax, {
        error: `Запись длиннее ${transcription.secondsMax} секунд`,
        abort: true
      })
      .refine((sent) => !sent.startsWith('data:') || recordingTypes.includes(dataUrlType(sent)), recordingText)
  }),
  output: z.object({ text: z.string() })
})

export const readStatus = endpoint({
  call: 'GET /ai/status',
  access: 'public',
  output: z.object({
    services: z.array(
      z.object({
        service: z.string(),
        kind: z.enum(['text', 'image', 'image-tool', 'video', 'audio']),
        state: z.enum(['up', 'degraded', 'down']),
        /** Why an operator has switched the service off; null: it is on. */
        reason: z.string().nullable(),
        /** Its models that are switched off alone. */
        modelsOff: z.array(z.object({ model: z.string(), reason: z.string() })),
        /** Median of recent successful requests; null while there are too few. */
        typicalSeconds: z.number().nullable()
      })
    )
  })
})
