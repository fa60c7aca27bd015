import { DropdownMenu } from 'radix-ui'
import { Check } from 'lucide-react'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { Menu, menuItemClass } from '../../base/ui/menu.tsx'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]
const number = new Intl.NumberFormat('ru-RU')
const nameOf = (speed: number) => `${number.format(speed)}×`

/** How fast it is played, beside what was recorded. */
export const SpeedMenu = ({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) => (
  <Menu
    align="end"
    className="min-w-28!"
    trigger={
      <button
        type="button"
        aria-label={`Скорость: ${nameOf(speed)}`}
        title="Скорость"
        className={iconButtonClass('medium', 'w-auto! min-w-11 px-1 text-caption font-medium tabular-nums')}
      >
        {nameOf(speed)}
      </button>
    }
  >
    <DropdownMenu.RadioGroup value={String(speed)} onValueChange={(chosen) => onChange(Number(chosen))}>
      {speeds.map((value) => (
        <DropdownMenu.RadioItem key={value} value={String(value)} className={menuItemClass}>
          <span className="w-4">
            <DropdownMenu.ItemIndicator>
              <Check size={16} className="text-accent" aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          {nameOf(value)}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  </Menu>
)
