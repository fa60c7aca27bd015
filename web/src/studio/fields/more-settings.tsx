import { type ReactNode, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'

interface MoreSettingsProps {
  parameters: readonly Parameter[]
  values: ParameterValues
  /** The control of one parameter. */
  children: (parameter: Parameter) => ReactNode
}

const isChanged = (parameter: Parameter, values: ParameterValues): boolean =>
  'default' in parameter && values[parameter.name] !== parameter.default

/** Settings that most people never change, folded. Unfolded from the start when one of them is changed already. */
export function MoreSettings({ parameters, values, children }: MoreSettingsProps) {
  const changed = parameters.filter((parameter) => isChanged(parameter, values)).length
  const [startsOpen] = useState(changed > 0)
  if (parameters.length === 0) return null
  return (
    <details open={startsOpen} className="group rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-3.5 text-small font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="grow">Дополнительно</span>
        {changed > 0 && <span className="text-caption font-normal text-ink-faint">изменено: {changed}</span>}
        <ChevronDown size={18} aria-hidden className="text-ink-faint transition group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 px-3.5 pt-2 pb-4">{parameters.map(children)}</div>
    </details>
  )
}
