// What was made: the library, its folders and links, and the files themselves.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountLibrary } from '../jobs/library-routes.ts'
import { mountLibraryFolders } from '../answers/folder-routes.ts'
import { mountJobShares } from '../jobs/share-routes.ts'
import { mountFiles } from '../jobs/file-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountLibrary(app)
  mountLibraryFolders(app)
  mountJobShares(app)
  mountFiles(app)
}
