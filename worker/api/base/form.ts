// Forms of the API (`multipart/form-data`): fields of text, and files. A file is what its bytes are: clients send each as
// `application/octet-stream`, under any name.
import type { z } from 'zod'
import { boundaryOf, type FormPart, formPartsOf } from '#formats/multipart.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { textOf } from './body-memory.ts'
import { apiRefusalOf, ApiError, badRequest } from './errors.ts'
import { type KeepUntil, noteRepeat, parsedFields, withinMemory } from './sent-body.ts'

/** Several times what the largest form of OpenAI's API has: seventeen pictures and their settings. */
const partsMax = 100
/** Of all fields of text together. */
const textBytesMax = 512 * 1024

export interface SentFile {
  /** Of the field, without the brackets of a list. */
  name: string
  /** As the client names it: any text. */
  filename: string
  /** A view of the body. */
  bytes: Uint8Array<ArrayBuffer>
}

export interface SentForm<Fields> {
  fields: Fields
  /** In the order of the form. */
  files: readonly SentFile[]
}

const listName = /\[\]$/

/** Nothing was chosen in the form of a page, or written in a field. */
const isUnchosen = ({ filename, bytes }: FormPart): boolean => !filename && bytes.length === 0

/** `name[]`, and a name that comes twice, is a list. */
function textsOf(parts: readonly FormPart[]): Record<string, string | string[]> {
  const texts = new Map<string, string | string[]>()
  for (const { name: sent, bytes } of parts) {
    const name = sent.replace(listName, '')
    const known = texts.get(name)
    const text = textOf(bytes)
    if (known !== undefined) texts.set(name, [known, text].flat())
    else texts.set(name, listName.test(sent) ? [text] : text)
  }
  return Object.fromEntries(texts)
}

/** @throws ApiError: not a form, or one of too many parts */
function partsOf(contentType: string, bytes: Uint8Array<ArrayBuffer>): FormPart[] {
  const boundary = boundaryOf(contentType)
  if (boundary === null)
    throw badRequest('Тело запроса должно быть формой: content-type multipart/form-data с boundary')
  const parts = formPartsOf(bytes, boundary, partsMax)
  if (parts === 'too-many') throw badRequest(`В форме больше ${partsMax} частей`)
  if (parts === 'broken') throw badRequest('Форма не читается: она обрывается, или у её части нет имени')
  return parts.filter((part) => !isUnchosen(part))
}

/** The boundary is another one with each attempt, and so may be the names of files; the rest is what is asked. */
const digestOfParts = (parts: readonly FormPart[]): string =>
  digestOf(JSON.stringify(parts.map(({ name, filename, bytes }) => [name, filename !== null, digestOf(bytes)])))

const tooLarge = (): ApiError =>
  new ApiError({
    ...apiRefusalOf({ code: 'BODY_TOO_LARGE' }),
    message: 'Все файлы запроса вместе могут занимать не больше 16 МБ. Сожмите их или разделите на несколько запросов'
  })

/**
 * Answers a call with a form. Called only after the key was looked at, so that large bodies of strangers are not read.
 * @param schema of the fields of text: each is a text, or a list of texts
 * @throws ApiError with `param`; AppError UNAVAILABLE when memory is full
 */
export async function withForm<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  answer: (sent: SentForm<z.output<Schema>>, keepUntil: KeepUntil) => Promise<Response>
): Promise<Response> {
  const contentType = c.req.header('content-type') ?? ''
  if (boundaryOf(contentType) === null) partsOf(contentType, new Uint8Array())
  const answering = withinMemory(c, (bytes, keepUntil) => {
    const parts = partsOf(contentType, bytes)
    const texts = parts.filter(({ filename }) => filename === null)
    if (texts.reduce((sum, part) => sum + part.bytes.length, 0) > textBytesMax)
      throw badRequest('Текстовые поля формы длиннее 512 КБ')
    const fields = parsedFields(textsOf(texts), schema)
    noteRepeat(c, () => digestOfParts(parts))
    const files = parts.flatMap(({ name, filename, bytes: file }) =>
      filename === null ? [] : [{ name: name.replace(listName, ''), filename, bytes: file }]
    )
    return answer({ fields, files }, keepUntil)
  })
  return answering.catch((error: unknown) => {
    throw error instanceof AppError && error.refusal.code === 'BODY_TOO_LARGE' ? tooLarge() : error
  })
}
