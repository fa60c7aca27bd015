import { Timer } from 'lucide-react'
import { useRef } from 'react'
import { offeredPauses, pauseMark } from '#contract/catalogue/pauses.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'

const number = new Intl.NumberFormat('ru-RU')

/** The text with the mark between two spaces, and where the cursor then stands. */
export function withMark(text: string, from: number, to: number, mark: string): { text: string; cursor: number } {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const lead = before === '' || /\s$/.test(before) ? '' : ' '
  const trail = /^\s/.test(after) ? '' : ' '
  const written = `${lead}${mark}${trail}`
  return { text: `${before}${written}${after}`, cursor: from + written.length }
}

/** Puts a pause into a text, where its cursor stands. */
export function PauseMenu({ name, onChange }: { name: string; onChange: (text: string) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const goOn = useRef<(() => void) | null>(null)

  function insert(seconds: number) {
    const area = place.current?.closest('form')?.elements.namedItem(name)
    if (!(area instanceof HTMLTextAreaElement)) return
    const { text, cursor } = withMark(area.value, area.selectionStart, area.selectionEnd, pauseMark(seconds))
    onChange(text)
    goOn.current = () => {
      area.focus()
      area.setSelectionRange(cursor, cursor)
    }
  }

  /** Writing goes on behind the pause; without one the button keeps the focus. */
  function leave(event: Event) {
    if (goOn.current === null) return
    event.preventDefault()
    goOn.current()
    goOn.current = null
  }

  return (
    <div ref={place}>
      <Menu
        className="min-w-36!"
        onCloseAutoFocus={leave}
        trigger={
          <button type="button" className={buttonClass({ variant: 'secondary', size: 'small' })}>
            <Timer size={15} aria-hidden />
            Вставить паузу
          </button>
        }
      >
        {offeredPauses.map((seconds) => (
          <MenuItem key={seconds} onSelect={() => insert(seconds)}>
            {`${number.format(seconds)} с`}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
