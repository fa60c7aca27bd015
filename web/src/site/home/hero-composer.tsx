import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Paperclip } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { formatTokens } from '../../base/format/tokens.ts'
import { useIsFromBuild } from '../../base/page/from-build.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { registerAndSend } from '../../base/session/way-in.ts'
import { Button } from '../../base/ui/button.tsx'
import { FileInput } from '../../base/ui/file-input.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { firstModels } from './first-models.ts'
import type { Sender } from './first-question.ts'
import type { HomeParts } from './parts.ts'

const notLoaded = () => notify.error('Не удалось загрузить часть сайта. Проверьте интернет и попробуйте ещё раз')

/** Loaded when it is used; a chunk that cannot be loaded loses nothing of what was typed. */
const withQuestion = (act: (module: typeof import('./first-question.ts')) => unknown) =>
  import('./first-question.ts').then(act).catch(notLoaded)

/** Sends what is typed. A reload that a deploy causes meanwhile loses nothing of it. @param isPriced its user sees what it costs */
function useSending(sender: Sender, isPriced: boolean) {
  const [busy, setBusy] = useState(false)
  useEffect(
    () =>
      void import('../../base/page/words-again.ts').then(
        ({ carryWords }) => carryWords(isPriced),
        () => undefined
      ),
    [isPriced]
  )
  return {
    busy,
    send: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      const { currentTarget } = event
      setBusy(true)
      void withQuestion(({ sendFirst }) => sendFirst(currentTarget, sender)).then(() => setBusy(false))
    }
  }
}

/**
 * Takes a first question. Its fields keep their values themselves: what is typed before the application runs is there when it does.
 */
export function HeroComposer({ parts: { Draft, OneTap, attach, hasFiles, handOver } }: { parts: HomeParts }) {
  const { status, user } = useSession()
  // Until the session is read, they are who the browser says they are.
  const isUser = status !== 'signed-out'
  const navigate = useNavigate()
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const isPriced = !useIsFromBuild() && (!isUser || user !== null)
  const { busy, send } = useSending({ isUser, navigate, handOver }, isPriced)
  const usersClass = isUser ? 'contents' : 'hidden in-data-[session=stored]:contents'
  return (
    <form
      ref={setForm}
      onSubmit={send}
      className="relative flex flex-col gap-2 rounded-card border border-line-strong/60 bg-raised p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      {user && form && <Draft form={form} />}
      <textarea
        aria-label="Ваш запрос"
        placeholder="Спросите о чём угодно"
        rows={2}
        data-sends
        className="field-sizing-content max-h-[40dvh] min-h-16 w-full resize-none bg-transparent px-2 pt-2 outline-none placeholder:text-ink-faint"
      />
      <div className="flex flex-wrap items-center gap-2">
        <span className={usersClass}>
          <AttachButton
            disabled={!user}
            onFiles={(files) =>
              void withQuestion(({ modelOf }) => {
                const model = form && modelOf(form)
                return model && attach(files, model)
              })
            }
          />
        </span>
        <ModelChoice />
        <div className="flex grow gap-2">
          <span className={usersClass}>
            <Button
              variant="secondary"
              title="Картинка, видео или голос по вашему описанию"
              className="grow"
              onClick={() => {
                if (form) void withQuestion(({ createFirst }) => createFirst(form, { navigate, hasFiles }))
              }}
            >
              Создать
            </Button>
          </span>
          <Button type="submit" variant="accent" busy={busy} className="grow px-2!">
            <span className={isUser ? 'hidden' : 'in-data-[session=stored]:hidden'}>{registerAndSend}</span>
            <span className={isUser ? '' : 'hidden in-data-[session=stored]:inline'}>Отправить</span>
          </Button>
        </div>
      </div>
      {status === 'signed-out' && form && <OneTap form={form} />}
    </form>
  )
}

function ModelChoice() {
  const { costOf } = useCost()
  return (
    <select
      aria-label="Модель"
      className="h-11 min-w-0 grow rounded-control border border-line bg-raised px-3 text-small"
    >
      {firstModels.map(({ id: model, name, priceTokens, answers }) => (
        <optgroup key={model} label={`Отвечает ${answers}`}>
          <option
            value={model}
            data-tokens={costOf(priceTokens)}
          >{`${name} · ${formatTokens(costOf(priceTokens))}`}</option>
        </optgroup>
      ))}
    </select>
  )
}

function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput ref={input} onFiles={onFiles} />
      <IconButton
        label="Приложить файлы"
        icon={<Paperclip size={19} />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
