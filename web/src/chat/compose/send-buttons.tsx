import { clsx } from 'clsx'
import { ArrowUp, ListPlus, Square, Undo2 } from 'lucide-react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { useUsersOnly } from '../../base/page/from-build.ts'
import { registerAndSend } from '../../base/session/way-in.ts'
import { Button } from '../../base/ui/button.tsx'
import { stop } from '../stream/asking.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerState } from '../stream/use-chat-store.ts'
import type { ComposerProps } from './composer.tsx'
import { hasKeyboard } from './use-field.ts'

interface SendButtonsProps extends ComposerProps {
  /** What is written cannot be sent yet. */
  hindered: boolean
  /** Nothing is written. */
  empty: boolean
}

/** What sends the request of the composer, lets it wait, and stops the answer under way. */
export function SendButtons({
  page,
  field,
  onSend,
  isVisitor,
  signedIn,
  locked,
  running,
  queue,
  hindered,
  empty
}: SendButtonsProps) {
  return (
    <>
      {running && !locked && !empty && <QueueButton queue={queue} disabled={hindered} onQueue={onSend} />}
      <SendOrStop
        page={page}
        field={field}
        running={locked ? null : running}
        locked={locked}
        isVisitor={isVisitor}
        disabled={!(signedIn || isVisitor) || hindered || empty}
        empty={empty}
      />
    </>
  )
}

interface QueueButtonProps {
  queue: ComposerProps['queue']
  disabled: boolean
  onQueue: () => void
}

const queueWords = ({ waits }: QueueButtonProps['queue']) => (waits ? 'Не отправлять' : 'В очередь')

/** Lets what is typed wait for the end of the answer, or takes it back. */
const QueueButton = ({ queue, disabled, onQueue }: QueueButtonProps) => (
  <Button
    variant="secondary"
    aria-pressed={queue.waits}
    className="max-xl:w-11 max-xl:px-0"
    disabled={disabled}
    title={queueWords(queue)}
    icon={queue.waits ? <Undo2 size={17} aria-hidden /> : <ListPlus size={18} aria-hidden />}
    onClick={queue.waits ? queue.cancel : onQueue}
  >
    <span className="max-xl:sr-only">{queueWords(queue)}</span>
  </Button>
)

interface SendOrStopProps {
  page: ChatPage
  field: ComposerProps['field']
  running: LiveAnswer | null
  locked: boolean
  isVisitor: boolean
  disabled: boolean
  empty: boolean
}

/** One button: it stops once the server has accepted the request. Before that there is nothing to stop. */
function SendOrStop({ page, field, running, locked, isVisitor, disabled, empty }: SendOrStopProps) {
  const usersOnly = useUsersOnly()
  if (running) return <StopButton key="stop" answer={running} words={page.busyLabel} field={field} isAlone={empty} />
  const register = isVisitor && (
    <Button
      key="register"
      type="submit"
      variant="accent"
      className="max-sm:grow in-data-[session=stored]:hidden"
      disabled={disabled}
      // The first script of the page may have enabled it.
      suppressHydrationWarning
    >
      {registerAndSend}
    </Button>
  )
  const send = (!isVisitor || usersOnly) && (
    <Button
      key="send"
      type="submit"
      variant="accent"
      busy={locked}
      className={clsx('max-sm:w-11 max-sm:px-0 in-data-[document=open]:w-11 in-data-[document=open]:px-0', usersOnly)}
      disabled={disabled}
      suppressHydrationWarning
      icon={<ArrowUp size={18} aria-hidden />}
    >
      <span className="max-sm:sr-only in-data-[document=open]:sr-only">{locked ? page.busyLabel : page.sendLabel}</span>
    </Button>
  )
  return [register, send]
}

interface StopButtonProps {
  answer: LiveAnswer
  /** Of the specification for an answer under way; what the button does is its name and its tooltip. */
  words: string
  field: ComposerProps['field']
  /** No other button of the answer stands beside it. */
  isAlone: boolean
}

function StopButton({ answer, words, field, isAlone }: StopButtonProps) {
  const stopping = useAnswerState(answer, (state) => state.stopping) ?? false
  return (
    <Button
      variant="secondary"
      busy={stopping}
      // Who speaks to the browser names what is seen.
      aria-label={`${words} Остановить`}
      title="Остановить"
      // In two lines, so that it, the prices and the question that may wait have room in one row; on phones alone, where there is room.
      className={clsx(
        'max-sm:gap-1.5 max-sm:px-2.5',
        isAlone ? 'max-[23rem]:w-11 max-[23rem]:px-0' : 'max-sm:w-11 max-sm:px-0'
      )}
      icon={<Square size={14} fill="currentColor" aria-hidden className="shrink-0" />}
      onClick={({ detail }) => {
        // The second click of a double click on «Отправить» is not meant for this button.
        if (detail > 1) return
        stop(answer)
        // The button leaves with the answer, and would take the focus with it.
        if (hasKeyboard()) field.current?.focus({ preventScroll: true })
      }}
    >
      <span
        className={clsx(
          'w-min text-left text-caption leading-tight whitespace-normal',
          isAlone ? 'max-[23rem]:sr-only' : 'max-sm:sr-only'
        )}
      >
        {words}
      </span>
    </Button>
  )
}
