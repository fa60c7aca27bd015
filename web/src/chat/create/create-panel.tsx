import { Sparkles, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle } from 'react'
import { Link } from 'react-router-dom'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import type { ChoiceParameter } from '#contract/catalogue/parameters.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { shopPath } from '../../base/links.ts'
import { useCost } from '../../base/session/session.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { Select } from '../../base/ui/select.tsx'
import { ObstacleNote, OffNote } from '../../media/form/obstacle-notes.tsx'
import { optionFor, PriceNote, pricedOptions } from '../../media/form/priced-options.tsx'
import { FileField } from '../../media/upload/file-field.tsx'
import { bytesBeside, filesIn } from '../../media/upload/fit/fit-files.ts'
import { chatLink } from '../conversations/addresses.ts'
import { letPropose, useMayPropose } from '../draft/proposing.ts'
import { createKinds, type Wanted } from './open-panel.ts'
import { choicesOf, filesOf, kindWords, takesPrompt } from './tools.ts'
import { type Create, type CreateContext, useCreate } from './use-create.ts'

/** What the form of the composer does while the panel is open. */
export interface PanelHandle {
  submit: () => void
}

export interface CreatePanelProps extends CreateContext {
  wanted: Wanted | null
  ref: Ref<PanelHandle>
  onClose: () => void
  /** The panel is there, or begins with another picture: its words can be written. */
  onOpen: (wanted: Wanted | null) => void
  /** The order is accepted, and nothing else was typed meanwhile. */
  onAccepted: () => void
}

/** Above the field of a composer: what is made of its words, by which tool, with which settings and for how much. */
export function CreatePanel({ ref, wanted, onClose, onOpen, onAccepted, ...context }: CreatePanelProps) {
  const create = useCreate(context, wanted, onAccepted)
  const proposes = useMayPropose()
  useImperativeHandle(ref, () => ({ submit: create.submit }))
  const opened = useEffectEvent(onOpen)
  useEffect(() => {
    // What it returns is no cleanup.
    opened(wanted)
  }, [wanted])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut beside the button
    <section
      id="create-panel"
      aria-label="Создать"
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 border-b border-line p-3"
    >
      <div className="flex items-start gap-2">
        <Kinds create={create} />
        <IconButton label="Закрыть" icon={<X size={18} />} onClick={onClose} className="-mt-0.5 -mr-1" />
      </div>
      {/* What is below it stays in the window. */}
      <div className="-m-1 flex max-h-[40dvh] flex-col gap-3 overflow-y-auto p-1">
        <Settings create={create} />
        <Files create={create} />
      </div>
      <CheckBox
        label="Предлагать картинки, ролики и озвучку в ответах"
        checked={proposes}
        onChange={(event) => letPropose(event.target.checked)}
        onKeyDown={keepFromSubmitting}
      />
      <Foot
        create={create}
        generating={context.generating}
        back={chatLink(context.asker.page.path, context.asker.conversationId)}
      />
    </section>
  )
}

/** A key that chooses what is made must not pay for it. */
function keepFromSubmitting(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

const Kinds = ({ create: { kind, choose } }: { create: Create }) => (
  <fieldset className="min-w-0 grow">
    <legend className="sr-only">Что создать</legend>
    <div className="flex flex-wrap gap-1">
      {createKinds.map((one) => (
        <label
          key={one}
          className="inline-flex h-9 cursor-pointer items-center rounded-control px-3 text-small text-ink-soft transition hover:bg-hover hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11"
        >
          <input
            type="radio"
            name="create-kind"
            checked={kind === one}
            onChange={() => choose({ kind: one })}
            onKeyDown={keepFromSubmitting}
            className="sr-only"
          />
          <span>{kindWords[one]}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

const selectClass = 'h-10! max-w-full pointer-coarse:h-11!'

/** The tool and its choices, in one line where there is room. */
const Settings = ({ create }: { create: Create }) => {
  const { entry, tools, kind, choose, values } = create
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        label="Инструмент"
        value={entry.id}
        onChange={(service) => choose({ kind, service })}
        options={tools.map(({ id, title, badge, summary }) => ({
          value: id,
          label: title,
          badge,
          description: summary
        }))}
        className={selectClass}
      />
      {choicesOf(entry, values).map((parameter) => (
        <Choice key={parameter.name} create={create} parameter={parameter} />
      ))}
    </div>
  )
}

function Choice({ create, parameter }: { create: Create; parameter: ChoiceParameter }) {
  const { entry, values, isUnable, change, session } = create
  const { name, label } = parameter
  const options = pricedOptions(entry, parameter, values, isUnable).map((one) => optionFor(one, session.user?.plan))
  if (options.length < 2) return null
  return (
    <Select
      label={label}
      value={String(values[name])}
      onChange={(value) => change({ [name]: value })}
      options={options.map((one) => ({
        value: one.value,
        // A bare number says nothing without its setting.
        label: name === 'count' ? `${one.label} шт.` : one.label,
        disabled: one.isUnable,
        // What is chosen costs what the panel says.
        note:
          (one.priceTokens !== null && one.value !== values[name]) || one.isUnable ? (
            <PriceNote option={one} />
          ) : undefined
      }))}
      className={selectClass}
    />
  )
}

const Files = ({ create }: { create: Create }) => {
  const { entry, values, changeFile, holdBack } = create
  const files = filesOf(entry, values).map((parameter) => {
    const { name } = parameter
    const value = values[name]
    return (
      <FileField
        key={`${entry.id} ${name}`}
        parameter={parameter}
        value={typeof value === 'string' ? value : undefined}
        onChange={(file) => changeFile(name, file)}
        onUnsaved={(problem) => holdBack(name, problem)}
        problem={undefined}
        disabled={false}
        route={mediaRouteOf(entry, values)}
        others={bytesBeside(filesIn(entry, values), name)}
      />
    )
  })
  // Smaller than on a page of the studio.
  return (
    files.length > 0 && (
      <div className="flex flex-col gap-3 [&_:is(img,video)]:max-h-28! [&_.min-h-36]:min-h-24!">{files}</div>
    )
  )
}

interface FootProps {
  create: Create
  generating: boolean
  back: string
}

/** The price and the button, and why it cannot be pressed. */
function Foot({ create, generating, back }: FootProps) {
  const { entry, values, locked, priceTokens, isBusy, session } = create
  const { costOf, isCovered } = useCost()
  const hint = generating
    ? 'Дождитесь конца ответа'
    : takesPrompt(entry, values)
      ? values['prompt'] === '' && 'Опишите задачу в поле ниже'
      : 'Описание не нужно'
  return (
    <div>
      <OffNote entry={entry} values={values} />
      <ObstacleNote entry={entry} locked={locked} priceTokens={priceTokens} back={back} />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p className="min-w-0 grow text-caption text-ink-soft">{hint}</p>
        <span className="flex items-center gap-2 text-small tabular-nums">
          <span>{formatTokens(costOf(priceTokens))}</span>
          {isCovered && <PremiumBadge />}
        </span>
        {locked ? (
          <Link to={shopPath(back)} className={buttonClass({ variant: 'accent' })}>
            Купить токены
          </Link>
        ) : (
          <Button
            type="submit"
            variant="accent"
            busy={isBusy}
            disabled={generating || session.status === 'loading'}
            icon={<Sparkles size={17} aria-hidden />}
          >
            Создать
          </Button>
        )}
      </div>
    </div>
  )
}
