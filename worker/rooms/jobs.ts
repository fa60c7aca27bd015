// Pictures, films and recordings: their jobs, their files and the library of works.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountGeneration } from '../jobs/submit-routes.ts'
import { mountJobs } from '../jobs/routes.ts'
import { mountPictureChanges } from '../jobs/change-routes.ts'
import { mountLibrary } from '../jobs/library-routes.ts'
import { mountWorkFolders } from '../jobs/work-folder-routes.ts'
import { mountWorkShares } from '../jobs/work-share-routes.ts'
import { mountFiles } from '../jobs/file-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountGeneration(app)
  mountJobs(app)
  mountPictureChanges(app)
  mountLibrary(app)
  mountWorkFolders(app)
  mountWorkShares(app)
  mountFiles(app)
}
