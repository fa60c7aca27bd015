// Files of chats.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountFileTexts } from '../answers/file-text-routes.ts'
import { mountAttachments, mountAttachmentFiles } from '../answers/attachment-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountAttachments(app)
  mountAttachmentFiles(app)
  mountFileTexts(app)
}
