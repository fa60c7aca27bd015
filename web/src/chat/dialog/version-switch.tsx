import { useEffect, useRef } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Message } from '#contract/chats.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import type { Direction, ThreadActions } from './thread-actions.ts'

interface VersionSwitchProps {
  message: Message
  actions: ThreadActions
}

/** «‹ 2 из 3 ›»: shows another version of a message. Keeps the focus, although the message that it stands under changes. */
export function VersionSwitch({ message: { id, role, versions: ids }, actions }: VersionSwitchProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { show, takeFocus, disabled } = actions
  const index = ids.indexOf(id)

  useEffect(() => {
    const direction = takeFocus(id)
    if (!direction) return
    const [previous, next] = group.current?.querySelectorAll('button') ?? []
    const buttons = direction === 'previous' ? [previous, next] : [next, previous]
    buttons.find((button) => button?.getAttribute('aria-disabled') !== 'true')?.focus()
  }, [id, takeFocus])

  if (ids.length < 2) return null
  const step = (direction: Direction, to: number | undefined) => {
    if (to !== undefined && !disabled) show(to, direction)
  }
  const position = `${index + 1} из ${ids.length}`
  const name = role === 'user' ? 'Версия запроса' : 'Версия ответа'
  const dimmed = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-45'
  return (
    <fieldset
      ref={group}
      aria-label={`${name} ${position}`}
      className="flex items-center text-caption text-ink-soft tabular-nums"
    >
      <IconButton
        label="Предыдущая версия"
        size="small"
        icon={<ChevronLeft size={16} />}
        aria-disabled={index === 0 || disabled}
        className={dimmed}
        onClick={() => step('previous', ids[index - 1])}
      />
      <span>{position}</span>
      <IconButton
        label="Следующая версия"
        size="small"
        icon={<ChevronRight size={16} />}
        aria-disabled={index === ids.length - 1 || disabled}
        className={dimmed}
        onClick={() => step('next', ids[index + 1])}
      />
    </fieldset>
  )
}
