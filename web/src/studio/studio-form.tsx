import type { KeyboardEvent, Ref } from 'react'
import type { Parameter } from '#contract/catalogue/parameters.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { drawnParameters } from './draft/settings.ts'
import { MoreSettings } from './fields/more-settings.tsx'
import { ParameterField } from './fields/parameter-field.tsx'
import { SubmitBar } from './submit-bar.tsx'
import type { Studio } from './use-studio.ts'

/** The settings of the tool, as its catalogue entry lists them. */
export function StudioForm({ ref, studio }: { ref: Ref<HTMLFormElement>; studio: Studio }) {
  const { entry, values, problems, session } = studio

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    studio.submit()
  }

  const shown = drawnParameters(entry.parameters, values)
  const field = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      entry={entry}
      parameter={parameter}
      values={values}
      onChange={(value) => studio.change({ [parameter.name]: value })}
      problem={problems[parameter.name]}
      limited={session.user !== null && !mayUse(session.user.plan, false)}
    />
  )

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
        {shown.filter(({ folded }) => !folded).map(field)}
        <MoreSettings parameters={shown.filter(({ folded }) => folded)} values={values}>
          {field}
        </MoreSettings>
      </div>
      <SubmitBar studio={studio} />
    </form>
  )
}
