import { useState, type ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import type { Parameter } from '#contract/catalogue/parameters.ts'
import { startingValues } from './draft/settings.ts'
import type { Studio } from './use-studio.ts'

interface AdvancedProps {
  studio: Studio
  parameters: readonly Parameter[]
  children: ReactNode
}

/** The settings that most results need no change of. Opens when one of them was changed elsewhere or is wrong. */
export function Advanced({ studio: { entry, values, problems }, parameters, children }: AdvancedProps) {
  const usual = startingValues(entry.parameters)
  const changed = parameters.filter(({ name }) => (values[name] ?? '') !== (usual[name] ?? '')).length
  const isWrong = parameters.some(({ name }) => problems[name] !== undefined)
  const isNeeded = changed > 0 || isWrong
  const [isOpen, setOpen] = useState(isNeeded)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    // Never folds by itself: the user may be moving the slider back.
    if (isNeeded) setOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/advanced border-t border-line pt-2"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 text-small font-medium [&::-webkit-details-marker]:hidden">
        <span className="grow">Дополнительно</span>
        {changed > 0 && <span className="text-caption font-normal text-ink-faint">{`изменено: ${changed}`}</span>}
        <ChevronDown size={18} aria-hidden className="text-ink-faint transition group-open/advanced:rotate-180" />
      </summary>
      <div className="flex flex-col gap-6 pt-3">{children}</div>
    </details>
  )
}
