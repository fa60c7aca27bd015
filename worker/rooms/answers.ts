// Chats and their answers: what is written, attached, shared, imported and searched.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountChats, mountMessages } from '../answers/conversation-routes.ts'
import { mountOrder, mountFolders } from '../answers/order-routes.ts'
import { mountAttachments, mountAttachmentFiles } from '../answers/attachment-routes.ts'
import { mountShares } from '../answers/share-routes.ts'
import { mountImport } from '../answers/import-routes.ts'
import { mountSearch } from '../answers/search-routes.ts'
import { mountRoles } from '../answers/role-routes.ts'
import { mountAnswers } from '../answers/routes.ts'
import { mountTranscription } from '../answers/transcription-routes.ts'
import { mountPromptHelp } from '../answers/prompt-help-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountChats(app)
  mountOrder(app)
  mountFolders(app)
  mountAttachments(app)
  mountMessages(app)
  mountShares(app)
  mountImport(app)
  mountSearch(app)
  mountRoles(app)
  mountAnswers(app)
  mountTranscription(app)
  mountPromptHelp(app)
  mountAttachmentFiles(app)
}
