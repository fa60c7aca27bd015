// A saved chat as it is read without a network: words, and names in the place of files.
import { ImageOff, Paperclip } from 'lucide-react'
import { counted, type WordForms } from '#contract/counted.ts'
import { formatMoment } from '../../base/format/dates.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import type { SavedChat, SavedMessage } from './saved-chats.ts'

const workForms: WordForms = ['файл', 'файла', 'файлов']

/** `chat` says what is left out; without it nothing is said. */
export const SavedThread = ({ messages, chat }: { messages: readonly SavedMessage[]; chat: SavedChat | undefined }) => (
  <div className="flex flex-col gap-7">
    {chat?.isCut && <p className="text-caption text-ink-soft">Более ранние сообщения откроются, когда появится сеть</p>}
    {messages.map((message) => (
      <Message key={message.id} message={message} />
    ))}
  </div>
)

function Message({ message: { role, text, isCut = false, files, works, model, at } }: { message: SavedMessage }) {
  if (role === 'user')
    return (
      <article aria-label="Запрос" className="flex flex-col items-end gap-1.5 pl-8 sm:pl-16">
        {files.length > 0 && (
          <ul aria-label="Файлы" className="flex max-w-full flex-col items-end gap-1 text-caption text-ink-soft">
            {files.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a saved message never changes
              <li key={index} className="flex max-w-full items-center gap-1.5">
                <Paperclip size={14} aria-hidden className="shrink-0" />
                <span className="truncate">{name}</span>
              </li>
            ))}
          </ul>
        )}
        <p dir="auto" className="max-w-full rounded-card bg-hover px-4 py-2.5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </article>
    )
  return (
    <article aria-label="Ответ">
      {works > 0 ? (
        <p className="flex min-h-28 items-center justify-center gap-2.5 rounded-card border border-dashed border-line-strong/60 p-4 text-small text-ink-soft">
          <ImageOff size={18} aria-hidden className="shrink-0" />
          <span>{`${counted(works, workForms)}: нужна сеть`}</span>
        </p>
      ) : (
        <LazyMarkdown text={text} sections={null} isCut={isCut} />
      )}
      <p className="mt-2 text-caption text-ink-soft">
        {model !== '' && <span>{`${model} · `}</span>}
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
      </p>
    </article>
  )
}
