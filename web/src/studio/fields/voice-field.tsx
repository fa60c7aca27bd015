import { useId } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import type { ChoiceParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { optionFor, pricedOptions, PriceNote } from './options.tsx'
import { SampleButton } from '../voice/sample-button.tsx'

interface VoiceFieldProps {
  entry: StudioEntry
  parameter: ChoiceParameter
  values: ParameterValues
  onChange: (value: string) => void
  plan: AccountPlan | undefined
}

/** The choice of a voice, each with a sample to listen to. */
export function VoiceField({ entry, parameter, values, onChange, plan }: VoiceFieldProps) {
  const group = useId()
  const { label, name } = parameter
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <div className="overflow-hidden rounded-control border border-line bg-raised">
        {pricedOptions(entry, { ...parameter }, { ...values, prompt: '' }).map((option) => {
          const [who, how] = option.label.split(' — ')
          return (
            <div
              key={option.value}
              className="flex items-center gap-1 border-line pr-1 transition not-first:border-t has-checked:bg-hover"
            >
              <label className="flex min-h-12 grow cursor-pointer items-center gap-3 py-1.5 pl-3.5 text-small">
                <input
                  type="radio"
                  name={group}
                  value={option.value}
                  checked={option.value === values[name]}
                  onChange={() => onChange(option.value)}
                  className="size-4.5 shrink-0 cursor-pointer"
                />
                <span className="grow leading-tight">
                  <span className="font-medium">{who}</span>
                  {how && <span className="block text-caption text-ink-faint">{how}</span>}
                </span>
                <span className="text-caption text-ink-faint">
                  <PriceNote option={optionFor(option, plan)} />
                </span>
              </label>
              <SampleButton id={`voice-${option.value}`} voice={option.value} what={`голос ${who}`} />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
