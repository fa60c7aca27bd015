import { type ReactNode, useRef } from 'react'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { Button } from '../../base/ui/button.tsx'
import { unableWord } from '../../media/form/priced-options.tsx'
import { ableValue, isFixed, type IsUnable, isUnableNow } from '../../media/form/unable.ts'

type Value = string | number | undefined

interface AbleFieldProps {
  parameter: Parameter
  value: Value
  /** All settings, as they are. */
  values: ParameterValues
  isUnable: IsUnable
  onChange: (value: Value) => void
  /** The control. */
  children: ReactNode
}

/** A setting that cannot be changed now says so in the place of its control; a value that cannot be made has a way to one that can. */
export function AbleField({ parameter, value, values, isUnable, onChange, children }: AbleFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const cannot = isUnableNow(parameter, value, isUnable)
  if (!cannot && isFixed(parameter, isUnable))
    return (
      <p className="text-small">
        <span className="font-medium">{parameter.label}</span>
        <span className="ml-2 text-ink-faint">{unableWord}</span>
      </p>
    )
  const able = ableValue(parameter, isUnable, values)
  // Where no value that is offered can be made, another setting has the way out.
  const hasWayOut = able === undefined || !isUnable(parameter.name, able)

  function go() {
    // The button with the focus is gone a moment later.
    const control =
      field.current?.querySelector<HTMLElement>(`input[type=radio][value="${able}"]`) ??
      field.current?.querySelector<HTMLElement>('input, textarea, button')
    control?.focus()
    onChange(parameter.kind === 'text' ? '' : able)
  }

  return (
    <div ref={field} className="contents">
      {children}
      {cannot && (
        <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-accent-soft py-2 pr-2 pl-3 text-small">
          <output className="grow">{`${parameter.label}: выбранное сейчас недоступно`}</output>
          {hasWayOut && (
            <Button variant="secondary" size="small" onClick={go}>
              {wayOut(parameter, able)}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function wayOut(parameter: Parameter, able: Value): string {
  if (able === undefined) return 'Убрать'
  const option = 'options' in parameter ? parameter.options.find((one) => one.value === able) : undefined
  return `Выбрать: ${option?.label ?? able.toLocaleString('ru-RU')}`
}
