import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { clsx } from 'clsx'
import { ArrowUp, Square } from 'lucide-react'
import { promptLengthMax } from '#contract/answers.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { formatCount } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerState } from '../stream/use-live-answers.ts'
import { PromptMicrophone } from './prompt-microphone.tsx'
import { sendsOn, useSendsOnEnter } from '../../base/page/send-key.ts'

interface ComposerProps {
  page: ChatPage
  field: RefObject<HTMLTextAreaElement | null>
  prompt: string
  onPrompt: (prompt: string) => void
  onSend: () => void
  signedIn: boolean
  generating: boolean
  running: LiveAnswer | null
  /** Nothing was asked yet. */
  empty: boolean
}

/** The field for a request, and the buttons that send it, dictate it and stop its answer. */
export function Composer(props: ComposerProps) {
  const { page, field, prompt, onPrompt, onSend, signedIn, generating, running, empty } = props
  const hintId = useId()
  const tooLong = prompt.length > promptLengthMax
  useFocusWhenEmpty(field, empty)
  useFocusAfterAnswer(field, generating)

  const sendsOnEnter = useSendsOnEnter()

  function onKeyDown(event: KeyboardEvent) {
    if (!sendsOn(event, sendsOnEnter)) return
    event.preventDefault()
    if (!tooLong) onSend()
  }

  return (
    <form
      data-page-focus={empty || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="flex items-end rounded-card border border-line-strong/60 bg-raised shadow-raised transition sm:flex-col sm:items-stretch -outline-offset-1 hover:border-line-strong has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      <textarea
        ref={field}
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        disabled={generating}
        rows={1}
        enterKeyHint={sendsOnEnter ? 'send' : 'enter'}
        aria-label="Ваш запрос"
        aria-describedby={hintId}
        aria-invalid={tooLong || undefined}
        placeholder={generating ? 'Дождитесь ответа' : 'Напишите запрос'}
        className="field-sizing-content block max-h-[40dvh] min-h-14 min-w-0 grow resize-none bg-transparent py-4 pl-4 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed sm:pr-4 sm:pb-2"
      />
      <div className="flex items-center justify-end gap-1.5 p-1.5 sm:gap-2 sm:p-2">
        <p
          id={hintId}
          className={clsx(
            'mr-auto min-w-0 pl-2 text-caption',
            tooLong ? 'text-danger' : 'hidden text-ink-faint pointer-fine:sm:block'
          )}
        >
          {tooLong
            ? `Слишком длинный запрос: ${formatCount(prompt.length)} из ${formatCount(promptLengthMax)} символов`
            : hintOf(sendsOnEnter)}
        </p>
        <PromptMicrophone field={field} onPrompt={onPrompt} generating={generating} />
        <SendOrStop
          page={page}
          running={running}
          generating={generating}
          disabled={!signedIn || tooLong || prompt.trim() === ''}
        />
      </div>
    </form>
  )
}

const hintOf = (sendsOnEnter: boolean): string =>
  sendsOnEnter ? 'Enter — отправить, Shift+Enter — новая строка' : 'Ctrl+Enter — отправить'

interface SendOrStopProps {
  page: ChatPage
  running: LiveAnswer | null
  generating: boolean
  disabled: boolean
}

/** One button: it stops once the server has accepted the request. Before that there is nothing to stop. */
function SendOrStop({ page, running, generating, disabled }: SendOrStopProps) {
  const accepted = useAnswerState(running, (state) => state.accepted) ?? false
  if (running && accepted) return <StopButton key="stop" answer={running} />
  const label = generating ? page.busyLabel : page.sendLabel
  return (
    <Button
      key="send"
      type="submit"
      variant="accent"
      busy={generating}
      className="max-sm:w-11 max-sm:px-0"
      disabled={disabled}
      icon={<ArrowUp size={18} aria-hidden />}
    >
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}

function StopButton({ answer }: { answer: LiveAnswer }) {
  const stopping = useAnswerState(answer, (state) => state.stopping) ?? false
  const stop = () =>
    void answer.stop().catch((error: unknown) => notify.error(errorText(error, 'Не удалось остановить ответ')))
  return (
    <Button
      variant="secondary"
      busy={stopping}
      className="max-sm:w-11 max-sm:px-0"
      icon={<Square size={14} fill="currentColor" aria-hidden />}
      // The second click of a double click on «Отправить» is not meant for this button.
      onClick={({ detail }) => detail < 2 && stop()}
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

/** Focuses the composer when an answer ends, unless the user has focused something else. */
function useFocusAfterAnswer(field: RefObject<HTMLTextAreaElement | null>, generating: boolean) {
  const before = useRef(generating)
  useEffect(() => {
    const ended = before.current && !generating
    before.current = generating
    const free = document.activeElement === null || document.activeElement === document.body
    if (ended && free && hasKeyboard()) field.current?.focus({ preventScroll: true })
  }, [generating, field])
}
