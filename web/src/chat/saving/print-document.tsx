// A conversation on paper, or as a PDF. The browser makes the PDF itself: it has every letter, colour and table that the page has,
// and no library to load.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { formatDateTime } from '../../base/format/dates.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { printOnPaper } from '../../base/page/paper.ts'
import { pause } from '../../base/http/retry.ts'
import { AnswerMarkdown } from '../markdown/answer-markdown.tsx'
import { sectionsOf } from '../markdown/answer-sections.ts'
import { coloursSettled } from '../markdown/code-text.tsx'
import { formulasSettled } from '../markdown/formula.tsx'
import { OnPaper } from '../markdown/late.tsx'
import { authorOf, fileLine, fileNameOf, type SavedChat } from './saved-chat.ts'

const PrintedChat = ({ chat }: { chat: SavedChat }) => (
  <>
    {!chat.isDocument && (
      <>
        <h1 dir="auto">{chat.title}</h1>
        <p className="print-faint">{`Сохранено ${formatDateTime(chat.savedAt)}`}</p>
      </>
    )}
    {chat.messages.map((message, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- printed once
      <section key={index}>
        {!chat.isDocument && (
          <h2>
            <span>{authorOf(message)}</span> <span className="print-faint">{formatDateTime(message.at)}</span>
          </h2>
        )}
        {message.files.length > 0 && (
          <p className="print-plain print-faint">{message.files.map(fileLine).join('\n')}</p>
        )}
        {message.role === 'user' ? (
          <p className="print-plain" dir="auto">
            {message.content}
          </p>
        ) : (
          <AnswerMarkdown sections={sectionsOf(message.content, message.isCut)} sources={message.sources} />
        )}
      </section>
    ))}
  </>
)

/** So long a user waits for code and fonts that do not come. */
const patienceMs = 10_000

/** The fonts of formulas are fetched when they are first laid out: for a printer that is too late. */
const formulaFonts = async (): Promise<unknown> =>
  Promise.allSettled(
    [...(document.fonts ?? [])].filter(({ family }) => family.includes('KaTeX')).map(async (font) => font.load())
  )

/** Resolves when formulas and code are drawn as they will be. */
async function drawn(place: Element): Promise<void> {
  await Promise.all([formulasSettled(), coloursSettled()])
  await nextTask()
  if (place.querySelector('.formula')) await formulaFonts()
}

/** Opens the print dialog of the browser. @returns false where there is none */
export const printChat = (chat: SavedChat): Promise<boolean> =>
  printOnPaper(fileNameOf(chat.title, 'pdf').replace(/\.pdf$/, ''), async (place) => {
    const root = createRoot(place)
    flushSync(() =>
      root.render(
        <OnPaper value>
          <PrintedChat chat={chat} />
        </OnPaper>
      )
    )
    await Promise.race([drawn(place), pause(patienceMs)])
    return () => root.unmount()
  })
