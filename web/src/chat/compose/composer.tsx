import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { clsx } from 'clsx'
import { promptLengthMax } from '#contract/answers.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { stop } from '../stream/asking.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { CreateButton, LatePanel } from '../create/create-button.tsx'
import { closePanel, openPanel, useOpenPanel } from '../create/open-panel.ts'
import type { PanelHandle } from '../create/create-panel.tsx'
import type { CreateContext } from '../create/use-create.ts'
import { hasKeyboard, useField } from './use-field.ts'
import { AttachButton, ExtrasSwitches, PromptMicrophone } from './composer-buttons.tsx'
import { SendButtons } from './send-buttons.tsx'
import { AttachRoom, type Attaching } from '../attach/attaching.tsx'
import { tooLongText } from '../draft/draft.ts'
import { usePrompt } from '../draft/draft-box.ts'
import { enterHint, sendsOn, useSendsOnEnter } from '../../base/page/send-key.ts'

export interface ComposerProps {
  page: ChatPage
  model: ShownModel
  field: RefObject<HTMLTextAreaElement | null>
  onSend: () => void
  /** The same with the files that are ready. */
  onSendReady: () => void
  attaching: Attaching
  /** Their button registers them and keeps the request. */
  isVisitor: boolean
  signedIn: boolean
  /** The request is being sent. */
  locked: boolean
  /** The question that waits for the end of the answer. */
  queue: { waits: boolean; cancel: () => void }
  running: LiveAnswer | null
  /** What the panel «Создать» works with. */
  creating: CreateContext
  /** What was asked last in this conversation. */
  lastPrompt: string | null
  /** Nothing was asked yet. */
  empty: boolean
}

/**
 * The field for a request, and the buttons that send it, dictate it and stop its answer. After a reload the browser writes nothing back
 * into the field: the draft does.
 */
export function Composer(props: ComposerProps) {
  const { field, onSendReady, attaching, locked, running, lastPrompt, creating } = props
  const { panel, onSend, toggle, button, handle, events } = useComposerPanel(props)
  const typed = usePrompt(attaching.box)
  // What is being sent is shown as a message already.
  const prompt = locked ? '' : typed
  const onPrompt = (text: string) => attaching.box.type(text)
  const hintId = useId()
  const tooLong = prompt.length > promptLengthMax
  const hindered = tooLong || attaching.isHindered
  useField(field, { prompt, onPrompt, empty: props.empty, locked })
  const sendsOnEnter = useSendsOnEnter()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && panel) closePanel(attaching.box.key)
    else if (event.key === 'Escape' && running) stop(running)
    if (event.key === 'ArrowUp' && prompt === '' && lastPrompt !== null) {
      event.preventDefault()
      onPrompt(lastPrompt)
    }
    if (!sendsOn(event, sendsOnEnter)) return
    event.preventDefault()
    // A key that is held since it stopped an answer sends nothing. The files of a question hinder no work.
    if ((panel || !hindered) && !event.repeat) onSend()
  }

  return (
    <form
      data-page-focus={props.empty || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="flex flex-col rounded-card border border-line-strong/60 bg-raised shadow-raised transition -outline-offset-1 hover:border-line-strong has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      {panel && <LatePanel {...creating} {...events} wanted={panel.wanted} ref={handle} />}
      <AttachRoom
        attaching={attaching}
        field={field}
        onSendReady={onSendReady}
        locked={locked}
        isAside={panel !== null}
      />
      <textarea
        ref={field}
        dir="auto"
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        disabled={locked}
        rows={1}
        autoComplete="off"
        enterKeyHint={enterHint(sendsOnEnter)}
        aria-label="Ваш запрос"
        aria-describedby={hintId}
        aria-invalid={tooLong || undefined}
        placeholder={panel ? 'Опишите, что создать' : running && !locked ? 'Следующий запрос' : 'Напишите запрос'}
        className="field-sizing-content block max-h-[40dvh] min-h-14 w-full resize-none bg-transparent px-4 pt-4 pb-2 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
      />
      <Row
        {...props}
        {...{ hintId, prompt, onPrompt, hindered }}
        isPanelOpen={panel !== null}
        createButton={button}
        onCreate={toggle}
      />
    </form>
  )
}

interface RowProps extends ComposerProps {
  hintId: string
  prompt: string
  onPrompt: (prompt: string) => void
  /** What is written cannot be sent yet. */
  hindered: boolean
  isPanelOpen: boolean
  createButton: RefObject<HTMLButtonElement | null>
  onCreate: () => void
}

/** The buttons below the field. */
function Row({ hintId, onPrompt, isPanelOpen, createButton, onCreate, ...props }: RowProps) {
  const { attaching, field, isVisitor, locked, model, queue, running, prompt, hindered } = props
  return (
    <div
      className={clsx(
        'group/row flex w-full flex-wrap items-center gap-x-1.5 p-1.5 pt-0 sm:gap-x-2 sm:p-2',
        !hasLongHint(prompt, queue.waits) && 'sm:flex-nowrap'
      )}
    >
      {!isPanelOpen && <AttachButton attaching={attaching} disabled={locked} />}
      <CreateButton
        ref={createButton}
        isOpen={isPanelOpen}
        disabled={locked}
        // On phones its place is that of the buttons of the answer.
        className={running && !isPanelOpen ? 'max-sm:hidden' : undefined}
        onClick={onCreate}
      />
      {/* They are of questions. */}
      {!isPanelOpen && <ExtrasSwitches model={model} surchargeTokens={attaching.addedTokens} />}
      <Hint id={hintId} prompt={prompt} waits={queue.waits} running={running !== null} isVisitor={isVisitor} />
      <div
        className={clsx(
          'ml-auto flex items-center justify-end gap-1.5 sm:gap-2 max-[20rem]:flex-wrap',
          isVisitor ? visitorsRow : 'shrink-0'
        )}
      >
        <PromptMicrophone field={field} onPrompt={onPrompt} generating={locked} />
        {(!isPanelOpen || running) && (
          <SendButtons {...props} hindered={hindered} empty={isPanelOpen || prompt.trim() === ''} />
        )}
      </div>
    </div>
  )
}

/** The panel above the field. While it is open, what is typed is a request for a work, and only its button sends. */
function useComposerPanel({ attaching: { box }, field, onSend, queue }: ComposerProps) {
  const panel = useOpenPanel(box.key)
  const cancelQueued = useEffectEvent(queue.cancel)
  useEffect(() => {
    // A question that waits would be sent with the words for the work.
    if (panel) cancelQueued()
  }, [panel])
  const button = useRef<HTMLButtonElement>(null)
  const handle = useRef<PanelHandle>(null)
  const close = () => {
    closePanel(box.key)
    // What had the focus leaves with the panel.
    button.current?.focus({ preventScroll: true })
  }
  const focus = () => hasKeyboard() && field.current?.focus({ preventScroll: true })
  return {
    panel,
    button,
    handle,
    events: {
      onClose: close,
      onOpen: focus,
      onAccepted: () => {
        // Another chat may be on the page by now.
        const isShown = handle.current !== null
        // Its button leaves with it.
        if (closePanel(box.key) && isShown) focus()
      }
    },
    toggle: () => (panel ? close() : openPanel(box.key)),
    onSend: () => (panel ? handle.current?.submit() : onSend())
  }
}

interface HintProps {
  id: string
  prompt: string
  /** The request waits for the end of an answer. */
  waits: boolean
  /** An answer is under way. */
  running: boolean
  isVisitor: boolean
}

/** Between the buttons it would be a column of single words: it has a line of its own. */
const hasLongHint = (prompt: string, waits: boolean): boolean => waits || prompt.length > promptLengthMax

function Hint({ id, prompt, waits, running, isVisitor }: HintProps) {
  const sendsOnEnter = useSendsOnEnter()
  const tooLong = prompt.length > promptLengthMax
  // The button of a question that may wait stands in its place, the price of one with files, a recording, or a visitor's long button.
  const isCrowded = isVisitor || (running && prompt.trim() !== '')
  return (
    <p
      id={id}
      className={clsx(
        'order-first w-full px-4 pt-2.5 text-caption',
        hasLongHint(prompt, waits)
          ? 'sm:px-2 sm:pt-0 sm:pb-1'
          : 'sm:order-none sm:mr-auto sm:w-auto sm:min-w-0 sm:p-0 sm:pl-2',
        tooLong ? 'text-danger' : 'text-ink-faint',
        !tooLong &&
          !waits &&
          (isCrowded
            ? 'hidden'
            : 'hidden pointer-fine:sm:not-in-data-[document=open]:block group-has-data-wide/row:hidden!')
      )}
    >
      {tooLong ? tooLongText(prompt) : waits ? 'Отправится, когда закончится ответ' : hintOf(sendsOnEnter)}
    </p>
  )
}

const hintOf = (sendsOnEnter: boolean): string =>
  sendsOnEnter ? 'Shift+Enter — новая строка' : 'Ctrl+Enter — отправить'

/** On phones their long button fills the row. */
const visitorsRow = 'max-sm:w-full max-sm:in-data-[session=stored]:w-auto max-sm:in-data-[session=stored]:shrink-0'
