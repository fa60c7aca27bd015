import { useState } from 'react'
import {
  closeDeadLetter,
  listDeadLetters,
  retryDeadLetter,
  type DeadLetterView
} from '#contract/operator/jobs/dead-letters.ts'
import { replaceQuery, useAddress } from '../../base/address.ts'
import { useParts } from '../../base/use-call.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { LetterTable, type LetterChange } from './letter-table.tsx'

const states = [
  ['open', 'Ждут решения'],
  ['all', 'Все за 90 дней']
] as const

interface Asked {
  change: LetterChange
  letter: DeadLetterView
}

/** Messages that the queues gave up. */
export function Page() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const chosen = useAddress().query.get('state') === 'all' ? ('all' as const) : ('open' as const)
  const query = useParts(listDeadLetters, (next) => ({ state: chosen, ...(next !== null && { before: next }) }))
  const isAsked = (change: Asked['change']) => asked?.change === change
  const dialog = {
    onClose: () => setAsked(null),
    input: (change: { reason: string; idempotency_key: string }) => ({ id: asked?.letter.id ?? 0, ...change })
  }
  return (
    <Frame
      title="Мёртвые сообщения"
      intro="Сообщения, которые не удалось обработать. Работы при этом не теряются: каждая закончилась или идёт дальше. Имя последней ошибки стоит рядом с шагом; подробности в журнале Worker."
    >
      <ChoiceField
        label="Какие показать"
        value={chosen}
        choices={states}
        onChange={(state) => replaceQuery({ state })}
        className="sm:max-w-72"
      />
      <LetterTable query={query} onAsk={(change, letter) => setAsked({ change, letter })} />
      <ChangeDialog
        {...dialog}
        open={isAsked('retry')}
        endpoint={retryDeadLetter}
        title="Повторить сообщение"
        description="Оно встанет в очередь ещё один раз. Обязанность начнётся заново и найдёт то, что ей пора сделать."
        confirm="Повторить"
        done="Сообщение отправлено"
      />
      <ChangeDialog
        {...dialog}
        open={isAsked('close')}
        endpoint={closeDeadLetter}
        title="Закрыть сообщение"
        description="С ним ничего не произойдёт: запись останется в журнале."
        confirm="Закрыть"
        done="Сообщение закрыто"
      />
    </Frame>
  )
}
