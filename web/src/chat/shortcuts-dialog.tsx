import { useSendsOnEnter } from '../base/page/send-key.ts'
import { Dialog } from '../base/ui/dialog.tsx'

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the keys of a chat page do. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const sendsOnEnter = useSendsOnEnter()
  const keys: [keys: string, act: string][] = [
    [sendsOnEnter ? 'Enter' : 'Ctrl + Enter', 'Отправить запрос'],
    [sendsOnEnter ? 'Shift + Enter' : 'Enter', 'Новая строка'],
    ['↑ в пустом поле', 'Вернуть прошлый запрос'],
    ['Esc в поле', 'Остановить ответ'],
    ['Shift + Esc', 'Перейти к полю запроса'],
    ['Ctrl + Shift + O', 'Новый чат'],
    ['Ctrl + K', 'Поиск всего: чаты, модели, страницы, действия'],
    ['Ctrl + /', 'Этот список']
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Горячие клавиши" description="На Mac вместо Ctrl — ⌘.">
      <dl className="mt-5 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3 text-small">
        {keys.map(([combination, act]) => (
          <div key={combination} className="contents">
            <dt>
              <kbd className="rounded-small border border-line bg-sunken px-2 py-1 font-sans text-caption whitespace-nowrap">
                {combination}
              </kbd>
            </dt>
            <dd className="text-ink-soft">{act}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
