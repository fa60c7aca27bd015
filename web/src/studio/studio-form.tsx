import { ChevronDown, WandSparkles } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useState, useSyncExternalStore } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { chatPaths } from '#contract/catalogue/chat.ts'
import type { Parameter } from '#contract/catalogue/parameters.ts'
import { sendsOn } from '../base/page/send-key.ts'
import { unsentKey } from '../base/storage/unsent.ts'
import { Button } from '../base/ui/button.tsx'
import { lateDialog } from '../base/ui/late-dialog.tsx'
import { Skeleton } from '../base/ui/skeleton.tsx'
import { studioDraftKey } from '../media/form/studio-draft.ts'
import { drawnParameters, startingValues } from '../media/form/settings.ts'
import { AbleField } from './fields/able-field.tsx'
import { ParameterField } from './fields/parameter-field.tsx'
import { useUnconnected } from '../base/session/unconnected.ts'
import type { DescribedForm } from './prompt-help/help-panel.tsx'
import { SubmitBar } from './submit-bar.tsx'
import type { Studio } from './use-studio.ts'

/** The settings of the tool, as its catalogue entry lists them. */
export function StudioForm({ ref, studio }: { ref: Ref<HTMLFormElement>; studio: Studio }) {
  const { entry, values } = studio
  const { first, advanced } = formOrder(entry, drawnParameters(entry.parameters, values))

  function onKeyDown(event: KeyboardEvent) {
    if (!sendsOn(event, false)) return
    event.preventDefault()
    studio.submit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of its fields, beside the button
    <form
      ref={ref}
      noValidate
      // What the browser would write back into the fields after a reload is not what the draft has.
      autoComplete="off"
      data-draft={studioDraftKey(entry.path)}
      aria-label={entry.title}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        studio.submit()
      }}
      className="flex grow scroll-mt-32 flex-col gap-6 px-4 pt-6 sm:px-6"
    >
      {/* The scroll margins keep a focused field from hiding behind the sticky bars. */}
      <div className="flex flex-col gap-6 [&_:is(input,textarea,button,[role=application])]:scroll-mt-32 [&_:is(input,textarea,button,[role=application])]:scroll-mb-60">
        <Fields studio={studio} parameters={first} />
        {advanced.length > 0 && (
          <Advanced studio={studio} parameters={advanced}>
            <Fields studio={studio} parameters={advanced} />
          </Advanced>
        )}
      </div>
      <SubmitBar studio={studio} />
    </form>
  )
}

interface FieldsProps {
  studio: Studio
  parameters: readonly Parameter[]
}

const Fields = ({ studio, parameters }: FieldsProps) => {
  const { entry, values, isUnable, problems, session } = studio
  return parameters.map((parameter) => (
    <Fragment key={parameter.name}>
      <AbleField
        parameter={parameter}
        value={values[parameter.name]}
        values={values}
        isUnable={isUnable}
        onChange={(value) => studio.change({ [parameter.name]: value })}
      >
        <ParameterField
          entry={entry}
          parameter={parameter}
          values={values}
          isUnable={isUnable}
          onChange={(value) => studio.change({ [parameter.name]: value })}
          onUnsaved={(problem) => studio.holdBack(parameter.name, problem)}
          problem={problems[parameter.name]}
          plan={session.user?.plan}
        />
      </AbleField>
      {parameter.name === 'prompt' && <PromptHelp {...{ entry, values, session }} onFill={studio.fill} />}
    </Fragment>
  ))
}

/** The order of a form: the prompt first, unless the page works on a picture, and what few change folded away. */
function formOrder({ kind }: Pick<StudioEntry, 'kind'>, parameters: readonly Parameter[]) {
  const open = parameters.filter(({ advanced }) => !advanced)
  const isFirst = ({ name }: Parameter) => kind !== 'image-tool' && name === 'prompt'
  return {
    first: [...open.filter(isFirst), ...open.filter((parameter) => !isFirst(parameter))],
    advanced: parameters.filter(({ advanced }) => advanced)
  }
}

interface AdvancedProps {
  studio: Studio
  parameters: readonly Parameter[]
  children: ReactNode
}

/** The settings that most results need no change of. Opens when one of them was changed elsewhere or is wrong. */
function Advanced({ studio: { entry, values, isUnable, problems }, parameters, children }: AdvancedProps) {
  const usual = startingValues(entry.parameters, isUnable)
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

const HelpPanel = lateDialog(
  async () => (await import('./prompt-help/help-panel.tsx')).HelpPanel,
  () => true,
  <Skeleton className="h-52 w-full rounded-card" />
)

/** Below the prompt: opens the helper that makes a rich description out of a short idea. */
function PromptHelp(form: DescribedForm) {
  const { entry, session } = form
  const asked = useSyncExternalStore(
    never,
    () => isAsked(entry.path),
    () => false
  )
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? asked
  const isUnconnected = useUnconnected()
  // Any chat answers for it.
  if ((entry.kind !== 'image' && entry.kind !== 'video') || chatPaths.every(isUnconnected)) return null
  return (
    <div className="-mt-4 flex flex-col gap-2">
      <Button
        variant="ghost"
        size="small"
        aria-expanded={isOpen}
        icon={<WandSparkles size={16} className="text-accent" aria-hidden />}
        onClick={() => setOpen(!isOpen)}
        className="-ml-3 self-start"
      >
        Помочь с описанием
      </Button>
      {isOpen && session.status !== 'loading' && <HelpPanel {...form} onClose={() => setOpen(false)} />}
    </div>
  )
}

const never = () => () => undefined

/** Whether a description was asked for here and not used: whose it is, the panel finds out. */
function isAsked(path: string): boolean {
  try {
    return localStorage.getItem(unsentKey('help', path)) !== null
  } catch {
    return false
  }
}
