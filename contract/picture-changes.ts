// Actions on pictures that Midjourney has made. Each is a job of its own, with the header `Idempotency-Key`; with `Prefer:
// respond-async` the response is a 202 with the job, otherwise the call waits for the result.
import { z } from 'zod'
import { midjourneyActionNames } from './catalogue/midjourney-actions.ts'
import { endpoint } from './endpoint.ts'
import { generated } from './generation.ts'
import { operationId } from './validation.ts'

const tileText = 'Вариантов четыре: от 1 до 4'

export const changePicture = endpoint({
  method: 'POST',
  path: '/jobs/:id/changes',
  access: 'session',
  input: z.object({
    /** The job whose picture is changed. */
    id: operationId,
    action: z.enum(midjourneyActionNames, { error: 'Такого действия нет' }),
    /** The variant of a sheet, from 1; left out for a picture that stands alone. */
    tile: z.int({ error: tileText }).min(1, tileText).max(4, tileText).optional()
  }),
  output: generated
})
export type PictureChange = z.output<typeof changePicture.input>
