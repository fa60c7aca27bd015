import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatTokens } from '../../base/format/tokens.ts'
import { cheapestModel } from '../../base/format/gift.tsx'
import { useCost, useSession } from '../../base/session/session.tsx'
import { registerAndSend } from '../../base/session/way-in.ts'
import { Button } from '../../base/ui/button.tsx'

/** The models that the first question can be asked, and which answer; copied, because the catalogue is too large for this page: a test compares them. */
export const firstModels = [
  { ...cheapestModel, answers: 'Claude Haiku 5.5' },
  { path: '/chatgpt', id: 'gpt-4o-mini', name: 'GPT-4o mini', priceTokens: 5, answers: 'GPT-6 Luna' },
  { path: '/xai', id: 'grok-2', name: 'Grok-2', priceTokens: 3, answers: 'Grok 4.3' },
  { path: '/gpt5', id: 'gpt-5-2025-08-07', name: 'GPT-5', priceTokens: 8, answers: 'GPT-6.1 Sol' }
] as const

/**
 * Takes a first question. Its fields keep their values themselves: what is typed before the application runs is there when it does.
 */
export function HeroComposer() {
  // Until the session is read, they are who the browser says they are.
  const isUser = useSession().status !== 'signed-out'
  const navigate = useNavigate()
  const { costOf } = useCost()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void import('./first-question.ts').then(({ sendFirst }) => sendFirst(form, isUser, navigate))
  }
  return (
    <form
      onSubmit={send}
      className="relative flex flex-col gap-2 rounded-card border border-line-strong/60 bg-raised p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      <textarea
        aria-label="Ваш запрос"
        placeholder="Спросите о чём угодно"
        rows={2}
        data-sends
        className="field-sizing-content max-h-[40dvh] min-h-16 w-full resize-none bg-transparent px-2 pt-2 outline-none placeholder:text-ink-faint"
      />
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label="Модель"
          className="h-11 min-w-0 grow rounded-control border border-line bg-raised px-3 text-small"
        >
          {firstModels.map(({ id: model, name, priceTokens, answers }) => (
            <optgroup key={model} label={`Отвечает ${answers}`}>
              <option value={model}>{`${name} · ${formatTokens(costOf(priceTokens))}`}</option>
            </optgroup>
          ))}
        </select>
        <Button type="submit" variant="accent" className="grow">
          <span className={isUser ? 'hidden' : 'in-data-[session=stored]:hidden'}>{registerAndSend}</span>
          <span className={isUser ? '' : 'hidden in-data-[session=stored]:inline'}>Отправить</span>
        </Button>
      </div>
    </form>
  )
}
