// `POST /v1/images/generations` and `POST /v1/images/edits`.
import type { Hono } from 'hono'
import { imageEdit, type ImageEdit, imageGeneration, type ImageGeneration } from '#contract/v1/works.ts'
import { referenceNames } from '#contract/catalogue/references.ts'
import type { WorkModel } from '#contract/v1/work-models.ts'
import { inspectSent, sourceOf } from '#formats/media-inspect.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { withBody } from '../base/body.ts'
import type { KeepUntil } from '../base/sent-body.ts'
import { sentKeyOf } from '../base/caller.ts'
import { badRequest } from '../base/errors.ts'
import { type SentFile, withForm } from '../base/form.ts'
import { wholeBody } from '../calls/respond.ts'
import { admitOrder, orderWorks } from './order-works.ts'
import { picturesText } from './picture-answer.ts'
import { pictureValues } from './picture-values.ts'
import { workModelOf } from './work-model.ts'

type Asked = ImageGeneration | ImageEdit

/** Parameters of files, which the form calls otherwise. */
const sourceNames = Object.fromEntries(referenceNames.map((name) => [name, 'image']))

/** Orders, waits and answers. The body is not needed any more once its works have begun. @param sources files as marks */
async function answered(
  c: AppContext,
  { model, asked, keepUntil }: { model: WorkModel; asked: Asked; keepUntil: KeepUntil },
  sources: Record<string, string> = {}
) {
  const sent = { ...pictureValues(model, asked), ...sources }
  const ordering = orderWorks(c, model, sent, sourceNames)
  keepUntil(ordering)
  const { operationId, delivered } = await ordering
  const form = asked.response_format ?? undefined
  return wholeBody(
    c,
    delivered.then((rows) => picturesText(c, operationId, rows, form))
  )
}

/** @returns marks by the parameters of the model's tool @throws ApiError 400 */
async function sourcesOf(c: AppContext, { takes }: WorkModel, files: readonly SentFile[]) {
  const images = files.filter(({ name }) => name === 'image')
  const masks = files.filter(({ name }) => name === 'mask')
  const imageNames = takes === 'references' ? referenceNames : ['image']
  if (images.length === 0) throw badRequest('image: приложите картинку', 'image', 'missing_required_parameter')
  if (images.length > imageNames.length)
    throw badRequest(`image: этой модели — не больше картинок, чем ${imageNames.length}`, 'image', 'unsupported_value')
  const named: [name: string, file: SentFile][] = images.map((file, index) => [imageNames[index] ?? '', file])
  for (const mask of masks) named.push(['mask', mask])
  const marks = named.map(async ([name, { bytes }]) => {
    const facts = await inspectSent(sourceOf(bytes))
    return [name, c.var.files.add(bytes, facts?.type ?? 'application/octet-stream')] as const
  })
  return Object.fromEntries(await Promise.all(marks))
}

/** @throws ApiError 400: the model takes no mask, or one is enough */
function expectMask({ id }: WorkModel, files: readonly SentFile[]): void {
  const masks = files.filter(({ name }) => name === 'mask')
  if (masks.length > (id === 'gpt-image-edit' ? 1 : 0))
    throw badRequest('mask: маску, и одну, понимает только gpt-image-edit', 'mask', 'unsupported_value')
}

export function mountImages(app: Hono<HonoEnv>) {
  app.post('/v1/images/generations', async (c) => {
    const key = await sentKeyOf(c)
    return withBody(c, imageGeneration, async (asked, keepUntil) => {
      const model = workModelOf('generations', asked.model, (one) => one.scope === 'images' && !one.onlyChanges)
      await admitOrder(c, key, model)
      return answered(c, { model, asked, keepUntil })
    })
  })

  app.post('/v1/images/edits', async (c) => {
    const key = await sentKeyOf(c)
    return withForm(c, imageEdit, async ({ fields, files }, keepUntil) => {
      const asked = fields.model ?? 'gpt-image-edit'
      const model = workModelOf('edits', asked, ({ takes }) => takes !== undefined)
      await admitOrder(c, key, model)
      expectMask(model, files)
      return answered(c, { model, asked: fields, keepUntil }, await sourcesOf(c, model, files))
    })
  })
}
