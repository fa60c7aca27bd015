import { isCutOff } from '#contract/catalogue/charge-rules.ts'
import { nameOfModel } from '#contract/catalogue/models.ts'
import type { Message } from '#contract/chats.ts'
import { modelsNow } from '../../base/session/models.ts'
import type { SavedMessage } from './saved-chats.ts'

/** What a device keeps of a message: words, and names in the place of files. */
export const savedMessage = (message: Message): SavedMessage => ({
  id: message.id,
  role: message.role,
  text: message.content,
  ...(isCutOff(message.outcome) && { isCut: true }),
  model: nameOfModel(modelsNow(), message.model),
  at: message.created_at,
  files: message.attachments?.map(({ name }) => name) ?? [],
  works: message.works?.length ?? 0
})
