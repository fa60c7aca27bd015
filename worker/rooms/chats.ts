// Conversations: their messages, their order, their roles, and the search in them.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountChats, mountMessages } from '../answers/conversation-routes.ts'
import { mountChatFolders } from '../answers/folder-routes.ts'
import { mountOrder } from '../answers/order-routes.ts'
import { mountSearch } from '../answers/search-routes.ts'
import { mountProjects } from '../answers/project-routes.ts'
import { mountRoles } from '../answers/role-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountChats(app)
  mountOrder(app)
  mountChatFolders(app)
  mountProjects(app)
  mountMessages(app)
  mountSearch(app)
  mountRoles(app)
}
