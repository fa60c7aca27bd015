import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { clsx } from 'clsx'
import { ArrowUp, ListPlus, Square, Undo2 } from 'lucide-react'
import { promptLengthMax } from '#contract/answers.ts'
import type { ChatModel, ChatPage } from '#contract/catalogue/chat.ts'
import { registerAndSend } from '../../base/session/way-in.ts'
import { formatCount } from '../../base/format/tokens.ts'
import { Button } from '../../base/ui/button.tsx'
import { stop } from '../stream/asking.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerState } from '../stream/use-chat-store.ts'
import { AttachButton, ExtrasSwitches, PromptMicrophone } from './composer-buttons.tsx'
import { AttachRoom, type Attaching } from '../attach/attaching.tsx'
import { usePrompt } from '../draft/draft-box.ts'
import { enterHint, sendsOn, useSendsOnEnter } from '../../base/page/send-key.ts'

interface ComposerProps {
  page: ChatPage
  model: ChatModel
  field: RefObject<HTMLTextAreaElement | null>
  onSend: () => void
  attaching: Attaching
  /** Their button registers them and keeps the request. */
  isVisitor: boolean
  signedIn: boolean
  /** The request is being sent. */
  locked: boolean
  /** The question that waits for the end of the answer. */
  queue: { waits: boolean; cancel: () => void }
  running: LiveAnswer | null
  /** What was asked last in this conversation. */
  lastPrompt: string | null
  /** Nothing was asked yet. */
  empty: boolean
}

/** The field for a request, and the buttons that send it, dictate it and stop its answer. */
export function Composer(props: ComposerProps) {
  const { model, field, onSend, isVisitor, attaching, locked, running, queue, lastPrompt, empty } = props
  const { box } = attaching
  const typed = usePrompt(box)
  // What is being sent is shown as a message already.
  const prompt = locked ? '' : typed
  const onPrompt = (text: string) => box.type(text)
  const hintId = useId()
  const tooLong = prompt.length > promptLengthMax
  const hindered = tooLong || attaching.isHindered
  useFocusWhenEmpty(field, empty)
  useFocusAgain(field, locked)
  const sendsOnEnter = useSendsOnEnter()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && running) stop(running)
    if (event.key === 'ArrowUp' && prompt === '' && lastPrompt !== null) {
      event.preventDefault()
      onPrompt(lastPrompt)
    }
    if (!sendsOn(event, sendsOnEnter)) return
    event.preventDefault()
    if (!hindered) onSend()
  }

  return (
    <form
      data-page-focus={empty || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="flex flex-col rounded-card border border-line-strong/60 bg-raised shadow-raised transition -outline-offset-1 hover:border-line-strong has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      <AttachRoom attaching={attaching} locked={locked} />
      <textarea
        ref={field}
        dir="auto"
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        disabled={locked}
        rows={1}
        enterKeyHint={enterHint(sendsOnEnter)}
        aria-label="Ваш запрос"
        aria-describedby={hintId}
        aria-invalid={tooLong || undefined}
        placeholder={running && !locked ? 'Следующий запрос' : 'Напишите запрос'}
        className="field-sizing-content block max-h-[40dvh] min-h-14 w-full resize-none bg-transparent px-4 pt-4 pb-2 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
      />
      <div className="group/row flex w-full flex-wrap items-center gap-x-1.5 p-1.5 pt-0 sm:flex-nowrap sm:gap-x-2 sm:p-2">
        <AttachButton attaching={attaching} disabled={locked} />
        <ExtrasSwitches model={model} surchargeTokens={attaching.surchargeTokens} />
        <Hint id={hintId} prompt={prompt} waits={queue.waits} sendsOnEnter={sendsOnEnter} />
        <div className={clsx('ml-auto flex items-center gap-1.5 sm:gap-2', isVisitor ? 'max-sm:w-full' : 'shrink-0')}>
          <PromptMicrophone field={field} onPrompt={onPrompt} generating={locked} />
          <SendButtons {...props} hindered={hindered} empty={prompt.trim() === ''} />
        </div>
      </div>
    </form>
  )
}

interface SendButtonsProps extends ComposerProps {
  /** What is written cannot be sent yet. */
  hindered: boolean
  /** Nothing is written. */
  empty: boolean
}

function SendButtons({ page, onSend, isVisitor, signedIn, locked, running, queue, hindered, empty }: SendButtonsProps) {
  return (
    <>
      {running && !locked && !empty && <QueueButton queue={queue} disabled={hindered} onQueue={onSend} />}
      <SendOrStop
        page={page}
        running={locked ? null : running}
        locked={locked}
        isVisitor={isVisitor}
        disabled={!(signedIn || isVisitor) || hindered || empty}
      />
    </>
  )
}

interface HintProps {
  id: string
  prompt: string
  /** The request waits for the end of an answer. */
  waits: boolean
  sendsOnEnter: boolean
}

function Hint({ id, prompt, waits, sendsOnEnter }: HintProps) {
  const tooLong = prompt.length > promptLengthMax
  return (
    <p
      id={id}
      className={clsx(
        'order-first w-full px-4 pt-2.5 text-caption sm:order-none sm:mr-auto sm:w-auto sm:min-w-0 sm:p-0 sm:pl-2',
        tooLong ? 'text-danger' : 'text-ink-faint',
        !tooLong && !waits && 'hidden pointer-fine:sm:block'
      )}
    >
      {tooLong ? tooLongText(prompt) : waits ? 'Отправится, когда закончится ответ' : hintOf(sendsOnEnter)}
    </p>
  )
}

const tooLongText = ({ length }: string): string =>
  `Слишком длинный запрос: ${formatCount(length)} из ${formatCount(promptLengthMax)} символов`

const hintOf = (sendsOnEnter: boolean): string =>
  sendsOnEnter ? 'Shift+Enter — новая строка' : 'Ctrl+Enter — отправить'

interface QueueButtonProps {
  queue: ComposerProps['queue']
  disabled: boolean
  onQueue: () => void
}

/** Lets what is typed wait for the end of the answer, or takes it back. */
const QueueButton = ({ queue, disabled, onQueue }: QueueButtonProps) => (
  <Button
    variant="secondary"
    aria-pressed={queue.waits}
    className="max-sm:w-11 max-sm:px-0"
    disabled={disabled}
    icon={queue.waits ? <Undo2 size={17} aria-hidden /> : <ListPlus size={18} aria-hidden />}
    onClick={queue.waits ? queue.cancel : onQueue}
  >
    <span className="max-sm:sr-only">{queue.waits ? 'Не отправлять' : 'В очередь'}</span>
  </Button>
)

interface SendOrStopProps {
  page: ChatPage
  running: LiveAnswer | null
  locked: boolean
  isVisitor: boolean
  disabled: boolean
}

/** One button: it stops once the server has accepted the request. Before that there is nothing to stop. */
function SendOrStop({ page, running, locked, isVisitor, disabled }: SendOrStopProps) {
  if (running) return <StopButton key="stop" answer={running} />
  if (isVisitor)
    return (
      <Button key="register" type="submit" variant="accent" className="max-sm:grow" disabled={disabled}>
        {registerAndSend}
      </Button>
    )
  return (
    <Button
      key="send"
      type="submit"
      variant="accent"
      busy={locked}
      className="max-sm:w-11 max-sm:px-0"
      disabled={disabled}
      icon={<ArrowUp size={18} aria-hidden />}
    >
      <span className="max-sm:sr-only">{locked ? page.busyLabel : page.sendLabel}</span>
    </Button>
  )
}

function StopButton({ answer }: { answer: LiveAnswer }) {
  const stopping = useAnswerState(answer, (state) => state.stopping) ?? false
  return (
    <Button
      variant="secondary"
      busy={stopping}
      className="max-sm:w-11 max-sm:px-0"
      icon={<Square size={14} fill="currentColor" aria-hidden />}
      // The second click of a double click on «Отправить» is not meant for this button.
      onClick={({ detail }) => detail < 2 && stop(answer)}
    >
      <span className="max-sm:sr-only">Остановить</span>
    </Button>
  )
}

/** On touch screens the on-screen keyboard would cover the page. */
const hasKeyboard = () => window.matchMedia('(pointer: fine)').matches

/** Focuses the composer of an empty chat, which is there to be written into. */
function useFocusWhenEmpty(field: RefObject<HTMLTextAreaElement | null>, empty: boolean) {
  useEffect(() => {
    if (!empty || !hasKeyboard() || !field.current) return
    field.current.focus({ preventScroll: true })
    // Behind a draft, which the browser would have continued at its beginning.
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [empty, field])
}

/** Gives the composer the focus back that it lost while it was locked, unless the user has focused something else. */
function useFocusAgain(field: RefObject<HTMLTextAreaElement | null>, locked: boolean) {
  const before = useRef(locked)
  useEffect(() => {
    const ended = before.current && !locked
    before.current = locked
    const free = document.activeElement === null || document.activeElement === document.body
    if (ended && free && hasKeyboard()) field.current?.focus({ preventScroll: true })
  }, [locked, field])
}
