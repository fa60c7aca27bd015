import { ArrowUp } from 'lucide-react'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { formatTokens } from '../../base/format/tokens.ts'

const model = findChatModel('claude', 'claude-3-sonnet')

const names: [name: string, reason: string][] = [
  ['«Третья волна»', 'про море и про кофе сразу'],
  ['«Отлив»', 'спокойно, легко запомнить'],
  ['«Соль и зерно»', 'две вещи, которые встретят гостя']
]

/** What a conversation looks like: a drawing, made of text. It shows no real conversation and is hidden from readers. */
export const AnswerPreview = () => (
  <div aria-hidden className="relative hidden select-none sm:block xl:mr-4">
    <span className="absolute -top-10 -right-4 size-40 rounded-full bg-accent" />
    <div className="relative rounded-panel border border-line bg-raised p-5 shadow-floating">
      <p className="ml-auto w-fit max-w-[85%] rounded-card rounded-br-small bg-sunken px-4 py-2.5 text-small">
        Придумай название для кофейни у моря
      </p>
      <div className="mt-5 text-small">
        <p className="font-medium">{model?.name}</p>
        <ol className="mt-2 space-y-1.5 text-ink-soft">
          {names.map(([name, reason]) => (
            <li key={name}>
              <span className="font-medium text-ink">{name}</span> — {reason}
            </li>
          ))}
        </ol>
        <p className="mt-4 flex items-center gap-2 text-caption text-ink-faint">
          <span className="size-1.5 rounded-full bg-accent" />
          Списано {formatTokens(model?.priceTokens ?? 0)}
        </p>
      </div>
      <div className="mt-6 flex items-center justify-between gap-3 rounded-card border border-line py-2 pr-2 pl-4">
        <span className="text-small text-ink-faint">Спросите о чём угодно</span>
        <span className="grid size-9 place-items-center rounded-control bg-ink text-on-ink">
          <ArrowUp size={18} />
        </span>
      </div>
    </div>
  </div>
)
