import { useId } from 'react'
import { setSendsOnEnter, useChosenSendKey, useHasEnterToSpare } from '../../base/page/send-key.ts'

const choices = [
  { sends: true, label: 'Enter', text: 'Новая строка — Shift+Enter' },
  { sends: false, label: 'Ctrl+Enter', text: 'Новая строка — Enter' }
]

/** Which key sends a question; kept in this browser. */
export function SendKeyChoice() {
  const sendsOnEnter = useChosenSendKey()
  const hasEnterToSpare = useHasEnterToSpare()
  const name = useId()
  if (!hasEnterToSpare)
    return <p className="text-ink-soft">На сенсорном экране Enter начинает новую строку, а отправляет кнопка.</p>
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Клавиша, которая отправляет запрос</legend>
      {choices.map(({ sends, label, text }) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={sendsOnEnter === sends}
            onChange={() => setSendsOnEnter(sends)}
            className="size-4 accent-accent"
          />
          <span>
            <span>{label}</span> <span className="text-small text-ink-soft">{`· ${text}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
