import type { Hono } from 'hono'
import * as profile from '#contract/profile.ts'
import { consentsOf } from '#data/directory/personal-data.ts'
import { archiveBody } from './account-archive.ts'
import { archiveLink, archivePath, userOfArchiveLink } from './archive-link.ts'
import { deleteAccount } from './delete-account.ts'
import type { HonoEnv } from '../http/context.ts'
import { limitArchiveDownloads, limitArchives } from '../http/limit.ts'
import { serve } from '../http/serve.ts'

export function mountPersonalData(app: Hono<HonoEnv>) {
  serve(app, profile.deleteAccount, async ({ currentPassword }, c) => ({
    erasedAt: await deleteAccount(c, currentPassword)
  }))

  serve(app, profile.listConsents, async (_, c) => {
    const consents = await consentsOf(c.var.directory, c.var.caller.userId)
    return { consents: consents.map(({ document, version, givenAt }) => ({ document, version, givenAt })) }
  })

  serve(app, profile.exportAccount, async (_, c) => {
    await limitArchives(c)
    return { url: archiveLink(c) }
  })

  app.get(archivePath, async (c) => {
    const userId = await userOfArchiveLink(c)
    await limitArchiveDownloads(c, userId)
    return c.body(archiveBody(c.env, userId), 200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"'
    })
  })
}
