import { Redo2, Undo2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import { estimatedSeconds, partLengthMax } from '#contract/catalogue/voice.ts'
import { isJobFileRef, namedJobFile, jobFileRef } from '#contract/catalogue/job-file-refs.ts'
import type { Job } from '#contract/jobs.ts'
import { formatAbout } from '../../base/format/durations.ts'
import { Button } from '../../base/ui/button.tsx'
import { useJobFile } from '../../media/job/job-file.ts'
import { useJob } from '../../media/job/use-jobs.ts'
import { FileField } from '../../media/upload/file-field.tsx'
import { bytesBeside, filesIn } from '../../media/upload/fit/fit-files.ts'
import { MaskField } from '../../media/upload/mask-field.tsx'
import { PauseMenu } from '../voice/pause-menu.tsx'
import type { IsUnable } from '../../media/form/unable.ts'
import { ChoiceField } from './choice-field.tsx'
import { explanationOf } from './explanation.tsx'
import { NumberField, SeedField, TextInput } from './typed-fields.tsx'
import { VoiceField } from './voice-field.tsx'

interface ParameterFieldProps {
  entry: StudioEntry
  parameter: Parameter
  values: ParameterValues
  isUnable: IsUnable
  onChange: (value: string | number | undefined) => void
  /** What is chosen cannot be sent yet, and why; null: it can. */
  onUnsaved: (problem: string | null) => void
  problem: string | undefined
  plan: AccountPlan | undefined
}

/** The control of one parameter. */
export function ParameterField(props: ParameterFieldProps) {
  const { entry, parameter, values, isUnable, onChange, onUnsaved, problem, plan } = props
  const value = values[parameter.name]
  const explanation = explanationOf(entry.id, parameter.name)
  const file = typeof value === 'string' ? value : undefined
  switch (parameter.kind) {
    case 'choice':
      if (entry.kind === 'audio' && parameter.name === 'voice')
        return <VoiceField {...{ entry, parameter, values, isUnable, onChange, plan }} />
      return <ChoiceField {...{ entry, parameter, values, isUnable, explanation, onChange, plan }} />
    case 'number':
      return (
        <NumberField {...{ parameter, onChange }} explanation={explanation ?? parameter.hint} value={Number(value)} />
      )
    case 'seed':
      return (
        <SeedField
          entry={entry}
          parameter={parameter}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
          problem={problem}
        />
      )
    case 'text':
      return (
        <TextInput
          parameter={parameter}
          value={String(value ?? '')}
          onChange={onChange}
          problem={problem}
          note={entry.kind === 'audio' && typeof value === 'string' && value !== '' && speechNote(value)}
        >
          {entry.kind === 'audio' && <PauseMenu name={parameter.name} onChange={onChange} />}
        </TextInput>
      )
    case 'image':
    case 'video':
      return (
        <>
          <FileField
            parameter={parameter}
            value={file}
            onChange={onChange}
            onUnsaved={onUnsaved}
            problem={problem}
            disabled={false}
            route={mediaRouteOf(entry, values)}
            others={bytesBeside(filesIn(entry, values), parameter.name)}
          />
          {file !== undefined && parameter.name === 'image' && isJobFileRef(file) && (
            <VersionSteps value={file} onChange={onChange} />
          )}
        </>
      )
    case 'mask':
      return (
        <MaskOf
          {...{ parameter, onChange, onUnsaved, problem }}
          image={pictureIn(values)}
          value={file}
          disabled={false}
        />
      )
    default:
      return parameter satisfies never
  }
}

/** A picture that is one of the user's jobs is shown from its address. One that is gone is no picture. */
function MaskOf({ image, ...field }: Omit<ComponentProps<typeof MaskField>, 'src'>) {
  const file = useJobFile(image ?? '')
  if (image === undefined || !isJobFileRef(image)) return <MaskField {...field} image={image} src={image} />
  return <MaskField {...field} image={file === null ? undefined : image} src={file?.url} />
}

/** The picture under the mask. */
const pictureIn = ({ image }: ParameterValues): string | undefined => (typeof image === 'string' ? image : undefined)

const speechNote = (text: string): string =>
  `Длительность: около ${formatAbout(estimatedSeconds(text))}${text.trim().length > partLengthMax ? '. Длинный текст читается по частям и собирается в один файл' : ''}`

/** The picture that a job was made from, as a form names it; null when it is not kept. */
function pictureBefore(job: Job | undefined): string | null {
  const source = job?.sources.find(({ parameter }) => parameter === 'image')
  return job && source ? jobFileRef(source.from ?? { job: job.id, file: 'image' }) : null
}

interface VersionStepsProps {
  /** Names the picture in the form. */
  value: string
  onChange: (value: string) => void
}

/** Steps back through the results that led to the picture in the form, and forward again. */
function VersionSteps({ value, onChange }: VersionStepsProps) {
  const [left, setLeft] = useState<{ at: string; ahead: readonly string[] }>({ at: value, ahead: [] })
  const named = namedJobFile(value)
  const { job } = useJob(named?.job ?? null)
  const before = typeof named?.file === 'number' ? pictureBefore(job) : null
  const ahead = left.at === value ? left.ahead : []
  const next = ahead.at(-1)
  if (before === null && next === undefined) return null

  function go(to: string, rest: readonly string[]) {
    setLeft({ at: to, ahead: rest })
    onChange(to)
  }

  return (
    <fieldset aria-label="Версии изображения" className="-mt-3 flex flex-wrap gap-1">
      <Button
        variant="ghost"
        size="small"
        off={before === null}
        icon={<Undo2 size={16} aria-hidden />}
        onClick={() => before !== null && go(before, [...ahead, value])}
      >
        Прежняя версия
      </Button>
      <Button
        variant="ghost"
        size="small"
        off={next === undefined}
        icon={<Redo2 size={16} aria-hidden />}
        onClick={() => next !== undefined && go(next, ahead.slice(0, -1))}
      >
        Следующая
      </Button>
    </fieldset>
  )
}
