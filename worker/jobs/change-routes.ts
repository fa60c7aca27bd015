import type { Hono } from 'hono'
import { changePicture } from '#contract/job-orders.ts'
import type { HonoEnv } from '../http/context.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { preferredWaitMs } from '../http/prefer.ts'
import { serveRaw } from '../http/serve.ts'
import { submitChange } from './change-picture.ts'
import { answerWith } from './submit-routes.ts'

export function mountPictureChanges(app: Hono<HonoEnv>) {
  serveRaw(app, changePicture, async (change, c) => {
    const waitMs = preferredWaitMs(c)
    return answerWith(c, await submitChange(change, operationIdOf(c), c), { waitMs })
  })
}
