// `POST /v1/images/generations` and `POST /v1/images/edits`.
import type { Hono } from 'hono'
import { imageGeneration } from '#contract/v1/works.ts'
import type { HonoEnv } from '../../http/context.ts'
import { withBody } from '../base/body.ts'
import { sentKeyOf } from '../base/caller.ts'
import { wholeBody } from '../calls/respond.ts'
import { admitOrder, orderWorks } from './order-works.ts'
import { picturesText } from './picture-answer.ts'
import { pictureValues } from './picture-values.ts'
import { workModelOf } from './work-model.ts'

export function mountImages(app: Hono<HonoEnv>) {
  app.post('/v1/images/generations', async (c) => {
    const key = await sentKeyOf(c)
    return withBody(c, imageGeneration, async (asked) => {
      const model = workModelOf('generations', asked.model, (one) => one.scope === 'images' && !one.onlyChanges)
      await admitOrder(c, key, model)
      const { operationId, delivered } = await orderWorks(c, model, pictureValues(model, asked))
      const form = asked.response_format ?? undefined
      return wholeBody(
        c,
        delivered.then((rows) => picturesText(c, operationId, rows, form))
      )
    })
  })
}
