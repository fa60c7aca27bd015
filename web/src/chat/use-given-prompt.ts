import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import type { ChatModel, ChatPage } from '#contract/catalogue/chat.ts'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { useSession } from '../base/session/session.tsx'
import { notify } from '../base/ui/notify.ts'
import type { DraftBox } from './draft/draft-box.ts'

/** A longer request hardly fits into an address. */
const lengthMax = 4000

/** What another chat page hands over with the navigation: it may be too long for an address. */
interface GivenRequest {
  prompt: string
  model: string
}

const handedOver = z.object({ prompt: z.string(), model: z.string() }).partial().catch({})

/**
 * Follows a link with a request (`prompt`) and perhaps a model: writes both into the composer of a new conversation;
 * does the same with what another chat page hands over.
 * Only the user sends it. A draft that it replaced can be restored from the toast.
 * @returns what chooses a model: one of another page in a new chat there, to which what is typed is handed over
 */
export function useGivenPrompt(
  page: ChatPage,
  box: DraftBox,
  field: RefObject<HTMLTextAreaElement | null>,
  choose: (model: string, of?: number | null) => void
) {
  const { key: place, search, state } = useLocation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const followed = useRef<string | null>(null)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const handed = handedOver.parse(state ?? {})
    const given = query.get('prompt')?.trim().slice(0, lengthMax) || handed.prompt || ''
    const wanted = query.get('model') ?? handed.model ?? ''
    // The draft belongs to one user: wait until the session says which.
    const waiting = status === 'loading' || (status === 'signed-in' && user === null)
    if ((!given && !handed.model) || query.has('open') || query.has('chat') || waiting || followed.current === place)
      return
    followed.current = place
    const before = box.draft().prompt
    if (given) box.type(given)
    const model = findChatModel(page.service, wanted)
    if (model?.page === page.path) choose(model.id, null)
    if (given && before.trim() !== '' && before !== given)
      notify.info(handed.prompt ? 'Ваш запрос заменил здешний черновик' : 'Запрос из ссылки заменил ваш черновик', {
        label: 'Вернуть',
        onClick: () => box.type(before)
      })
    field.current?.focus()
    void navigate(page.path, { replace: true })
  }, [place, search, state, status, user, page, box, field, choose, navigate])

  return ({ id, page: wanted }: ChatModel) => {
    if (wanted === page.path) return choose(id)
    const { prompt } = box.draft()
    box.type('')
    void navigate(wanted, { state: { prompt, model: id } satisfies GivenRequest })
  }
}
