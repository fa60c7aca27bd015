import { Fragment, type KeyboardEvent, type Ref } from 'react'
import type { Parameter } from '#contract/catalogue/parameters.ts'
import { sendsOn } from '../base/page/send-key.ts'
import { Advanced } from './advanced.tsx'
import { drawnParameters } from './draft/settings.ts'
import { formOrder } from './form-order.ts'
import { PromptHelp } from './prompt-help/prompt-help.tsx'
import { ParameterField } from './fields/parameter-field.tsx'
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
      aria-label={entry.title}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        studio.submit()
      }}
      className="flex grow scroll-mt-32 flex-col gap-6 px-4 pt-6 sm:px-6"
    >
      {/* The scroll margins keep a focused field from hiding behind the sticky bars. */}
      <div className="flex flex-col gap-6 [&_:is(input,textarea,button,[role=application])]:scroll-mt-32 [&_:is(input,textarea,button,[role=application])]:scroll-mb-32">
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
  const { entry, values, problems, session } = studio
  return parameters.map((parameter) => (
    <Fragment key={parameter.name}>
      <ParameterField
        entry={entry}
        parameter={parameter}
        values={values}
        onChange={(value) => studio.change({ [parameter.name]: value })}
        onUnsaved={(problem) => studio.holdBack(parameter.name, problem)}
        problem={problems[parameter.name]}
        plan={session.user?.plan}
      />
      {parameter.name === 'prompt' && <PromptHelp {...{ entry, values, session }} onFill={studio.fill} />}
    </Fragment>
  ))
}
