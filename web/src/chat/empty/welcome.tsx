import type { ChatPage } from '#contract/catalogue/chat.ts'
import { Examples } from './examples.tsx'
import { Samples } from './samples.tsx'

/** The page of a chat in which nothing was said yet. */
export const Welcome = ({ page, onPick }: { page: ChatPage; onPick: (prompt: string) => void }) => (
  <div className="mx-auto flex w-full max-w-4xl grow flex-col justify-center gap-7 py-2 sm:py-4">
    <header>
      <h2 className="text-heading font-semibold">Спросите {page.title}</h2>
      <p className="mt-1.5 max-w-text text-ink-soft">{page.summary}</p>
    </header>
    <Samples samples={page.samples} onPick={onPick} />
    <Examples examples={page.examples} onPick={onPick} />
  </div>
)
