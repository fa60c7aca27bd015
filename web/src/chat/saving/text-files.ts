import { promptOf } from '#contract/answers.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { closedMarkdown } from './closed-markdown.ts'
import { authorOf, fileLine, type SavedChat, type SavedMessage } from './saved-chat.ts'

/** In one line, and without the marks that Markdown would take for its own. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&')

function bodyOf({ content, files, sources }: SavedMessage): string {
  const named = files.map((name) => plain(fileLine(name)))
  const list = sources.map(
    ({ url, title }, index) => `${index + 1}. [${plain(title)}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
  )
  return [
    ...named,
    closedMarkdown(promptOf(content)),
    ...(list.length > 0 ? [`**Источники**\n\n${list.join('\n')}`] : [])
  ].join('\n\n')
}

/** Questions as they were typed, answers in the Markdown of the model with the list of their sources; what a message leaves open is closed. */
export function markdownOf({ title, savedAt, messages }: SavedChat): string {
  const parts = messages.map(
    (message) => `**${plain(authorOf(message))}** · ${formatDateTime(message.at)}\n\n${bodyOf(message)}`
  )
  return `${[`# ${plain(title)}\n\nСохранено ${formatDateTime(savedAt)}`, ...parts].join('\n\n---\n\n')}\n`
}

/** Times are ISO 8601. */
export const jsonOf = ({ title, savedAt, messages }: SavedChat): string =>
  `${JSON.stringify(
    {
      title,
      saved_at: new Date(savedAt).toISOString(),
      messages: messages.map(({ role, content, model, at, files, sources, thinking }) => ({
        role,
        ...(model !== null && { model }),
        created_at: new Date(at).toISOString(),
        content,
        ...(files.length > 0 && { files }),
        ...(thinking && { thinking }),
        ...(sources.length > 0 && { sources })
      }))
    },
    null,
    2
  )}\n`
