// Files of chats.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountAttachments, mountAttachmentFiles } from '../answers/attachment-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountAttachments(app)
  mountAttachmentFiles(app)
}
