import { formatDateTime } from '../../base/format/dates.ts'
import { authorOf, type SavedChat } from './saved-chat.ts'

/** In one line, and without the marks that Markdown would take for its own. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&')

/** Questions as they were typed, answers in the Markdown of the model. */
export function markdownOf({ title, savedAt, messages }: SavedChat): string {
  const parts = messages.map(
    (message) => `**${plain(authorOf(message))}** · ${formatDateTime(message.at)}\n\n${message.content.trim()}`
  )
  return `${[`# ${plain(title)}\n\nСохранено ${formatDateTime(savedAt)}`, ...parts].join('\n\n---\n\n')}\n`
}

/** Times are ISO 8601. */
export const jsonOf = ({ title, savedAt, messages }: SavedChat): string =>
  `${JSON.stringify(
    {
      title,
      saved_at: new Date(savedAt).toISOString(),
      messages: messages.map(({ role, content, model, at }) => ({
        role,
        ...(model !== null && { model }),
        created_at: new Date(at).toISOString(),
        content
      }))
    },
    null,
    2
  )}\n`
