import { useId, useState } from 'react'
import { Search } from 'lucide-react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import type { ChoiceParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { TextField } from '../../base/ui/text-field.tsx'
import type { IsUnable } from '../../media/form/unable.ts'
import { optionFor, type PricedOption, pricedOptions, PriceNote } from '../../media/form/priced-options.tsx'
import { SampleButton } from '../voice/voice-samples.tsx'

interface VoiceFieldProps {
  entry: StudioEntry
  parameter: ChoiceParameter
  values: ParameterValues
  isUnable: IsUnable
  onChange: (value: string) => void
  plan: AccountPlan | undefined
}

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** Whether each of the words begins a word of the label: «муж глуб» finds the deep voice of a man. */
export function isFound(label: string, wanted: string): boolean {
  const words = plain(label).split(/[\s—]+/)
  const parts = plain(wanted).split(/\s+/).filter(Boolean)
  return parts.every((part) => words.some((word) => word.startsWith(part)))
}

/** The choice of a voice, each with a sample to listen to. */
export function VoiceField({ entry, parameter, values, isUnable, onChange, plan }: VoiceFieldProps) {
  const group = useId()
  const [wanted, setWanted] = useState('')
  const { label, name } = parameter
  const options = pricedOptions(entry, parameter, { ...values, prompt: '' }, isUnable).map((option) =>
    optionFor(option, plan)
  )
  const found = options.filter((option) => isFound(option.label, wanted))
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <div className="relative mb-2">
        <TextField
          label="Найти голос"
          labelHidden
          type="search"
          placeholder="Имя или описание"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          // Enter in a search is not meant to start a job.
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
          className="pl-10!"
        />
        <Search size={17} aria-hidden className="pointer-events-none absolute bottom-3.5 left-3.5 text-ink-faint" />
      </div>
      <div className="h-64 overflow-y-auto rounded-control border border-line bg-raised">
        {found.map((option) => (
          <VoiceRow
            key={option.value}
            option={option}
            group={group}
            isChosen={option.value === values[name]}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      <output className="mt-1 block text-caption text-ink-faint">
        {found.length === 0 ? 'Такого голоса нет' : `Голосов: ${found.length}. Все говорят по-русски`}
      </output>
    </fieldset>
  )
}

interface VoiceRowProps {
  option: PricedOption
  group: string
  isChosen: boolean
  onChoose: () => void
}

/** Arrow keys walk through the voices; from the chosen one Tab leads to its sample, past those of all others. */
function VoiceRow({ option, group, isChosen, onChoose }: VoiceRowProps) {
  const [who, how] = option.label.split(' — ')
  return (
    <div className="flex items-center gap-1 border-line pr-1 transition not-first:border-t has-checked:bg-hover">
      <label className="flex min-h-12 grow cursor-pointer items-center gap-3 py-1.5 pl-3.5 text-small has-disabled:cursor-not-allowed has-disabled:text-ink-faint max-[20rem]:flex-wrap max-[20rem]:wrap-break-word">
        <input
          type="radio"
          name={group}
          value={option.value}
          checked={isChosen}
          disabled={option.isUnable}
          onChange={onChoose}
          className="size-4.5 shrink-0 cursor-[inherit]"
        />
        <span className="grow leading-tight max-[20rem]:min-w-min max-[20rem]:basis-0">
          <span className="font-medium">{who}</span>
          {how && <span className="block text-caption text-ink-faint">{how}</span>}
        </span>
        <span className="shrink-0 text-caption text-ink-faint">
          <PriceNote option={option} />
        </span>
      </label>
      <SampleButton
        id={`voice-${option.value}`}
        voice={option.value}
        what={`голос ${who}`}
        tabIndex={isChosen ? undefined : -1}
      />
    </div>
  )
}
