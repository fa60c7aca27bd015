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
import { sendsOn } from './send-key.ts'
import { PromptMicrophone } from './prompt-microphone.tsx'

interface ComposerProps {
  page: ChatPage
  field: RefObject<HTMLTextAreaElement | null>
  prompt: string
  onPrompt: (prompt: string) => void
  onSend: () => void
  signedIn: boolean
  generating: boolean
  running: LiveAnswer | null
}

/** The field for a request, and the buttons that send it, dictate it and stop its answer. */
export function Composer(props: ComposerProps) {
  const { page, field, prompt, onPrompt, onSend, signedIn, generating, running } = props
  const hintId = useId()
  const tooLong = prompt.length > promptLengthMax
  useFocusAfterAnswer(field, generating)

  function onKeyDown(event: KeyboardEvent) {
    if (!sendsOn(event, page.sendsOnEnter)) return
    event.preventDefault()
    if (!tooLong) onSend()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="rounded-card border border-line-strong/60 bg-raised shadow-raised transition -outline-offset-1 hover:border-line-strong has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      <textarea
        ref={field}
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        disabled={generating}
        rows={1}
        enterKeyHint={page.sendsOnEnter ? 'send' : 'enter'}
        aria-label="Ваш запрос"
        aria-describedby={hintId}
        aria-invalid={tooLong || undefined}
        placeholder={generating ? 'Дождитесь ответа' : 'Напишите запрос'}
        className="field-sizing-content block max-h-[40dvh] min-h-14 w-full resize-none bg-transparent px-4 pt-4 pb-2 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
      />
      <div className="flex flex-wrap items-center justify-end gap-2 p-2">
        <p
          id={hintId}
          className={clsx(
            'mr-auto min-w-0 pl-2 text-caption',
            tooLong ? 'text-danger' : 'hidden text-ink-faint pointer-fine:sm:block'
          )}
        >
          {tooLong
            ? `Слишком длинный запрос: ${formatCount(prompt.length)} из ${formatCount(promptLengthMax)} символов`
            : hintOf(page)}
        </p>
        <PromptMicrophone field={field} onPrompt={onPrompt} generating={generating} />
        {running && <StopButton answer={running} />}
        <Button
          type="submit"
          variant="accent"
          busy={generating}
          className="max-sm:px-3"
          disabled={!signedIn || tooLong || prompt.trim() === ''}
          icon={<ArrowUp size={18} aria-hidden />}
        >
          {generating ? page.busyLabel : page.sendLabel}
        </Button>
      </div>
    </form>
  )
}

const hintOf = ({ sendsOnEnter }: ChatPage): string =>
  sendsOnEnter ? 'Shift+Enter — новая строка' : 'Ctrl+Enter — отправить'

/** Appears once the server has accepted the request: before that there is nothing to stop. */
function StopButton({ answer }: { answer: LiveAnswer }) {
  const accepted = useAnswerState(answer, (state) => state.accepted)
  const stopping = useAnswerState(answer, (state) => state.stopping) ?? false
  if (!accepted) return null
  return (
    <Button
      variant="secondary"
      busy={stopping}
      className="max-sm:px-3"
      icon={<Square size={14} fill="currentColor" aria-hidden />}
      onClick={() =>
        void answer.stop().catch((error: unknown) => notify.error(errorText(error, 'Не удалось остановить ответ')))
      }
    >
      Остановить
    </Button>
  )
}

/**
 * Focuses the composer when an answer ends, unless the user has focused something else. Not on touch screens, where
 * the on-screen keyboard would cover the answer.
 */
function useFocusAfterAnswer(field: RefObject<HTMLTextAreaElement | null>, generating: boolean) {
  const before = useRef(generating)
  useEffect(() => {
    const ended = before.current && !generating
    before.current = generating
    const free = document.activeElement === null || document.activeElement === document.body
    if (ended && free && window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [generating, field])
}
