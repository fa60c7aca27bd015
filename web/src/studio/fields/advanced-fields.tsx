import { type ReactNode, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'

interface AdvancedFieldsProps {
  /** The drawn parameters that are folded away. */
  parameters: readonly Parameter[]
  values: ParameterValues
  /** Whether one of the fields has an error: it must be seen. */
  hasProblem: boolean
  children: ReactNode
}

/** «Дополнительно»: open when the user has opened it, has changed something in it, or has to mend something in it. */
export function AdvancedFields({ parameters, values, hasProblem, children }: AdvancedFieldsProps) {
  const changed = parameters.filter((parameter) => isChanged(parameter, values)).length
  const [open, setOpen] = useState(changed > 0)
  return (
    <details
      open={open || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-card border border-line"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-card px-4 text-small font-medium transition hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="grow">Дополнительно</span>
        {changed > 0 && <span className="text-caption font-normal text-ink-faint">изменено: {changed}</span>}
        <ChevronDown size={18} className="text-ink-faint transition group-open:rotate-180" aria-hidden />
      </summary>
      <div className="flex flex-col gap-6 px-4 pt-2 pb-4">{children}</div>
    </details>
  )
}

function isChanged(parameter: Parameter, values: ParameterValues): boolean {
  const value = values[parameter.name] ?? ''
  return value !== ('default' in parameter ? parameter.default : '')
}
