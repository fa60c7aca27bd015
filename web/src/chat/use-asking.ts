import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../base/session/session.tsx'
import { promptOf } from '#contract/answers.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { errorText, isSessionLost } from '../base/http/error-text.ts'
import { notify } from '../base/ui/notify.ts'
import { chatLink } from './conversations/chat-link.ts'
import { emptyDraft, sending, type Draft, type Intent } from './draft/draft.ts'
import type { DraftBox } from './draft/draft-box.ts'
import { beginAnswer } from './stream/begin-answer.ts'
import type { LiveAnswer } from './stream/live-answer.ts'
import { removeLiveAnswer } from './stream/live-answers.ts'
import type { Obstacle } from './stream/obstacles.ts'

interface AskingContext {
  page: ChatPage
  conversationId: number | null
  box: DraftBox
  choose: (model: string, of: number | null) => void
  follow: (answer: LiveAnswer) => Promise<void>
  showObstacle: (error: unknown, where: Omit<Obstacle, 'code'>) => boolean
}

/** Sends requests, one at a time. Each intent has its own id. */
export function useAsking({ page, conversationId, box, choose, follow, showObstacle }: AskingContext) {
  const { status, user } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { key: place } = useLocation()
  const shown = useRef(place)
  const busy = useRef(false)
  /** The request whose conversation is being created, until that conversation is shown. */
  const [beginning, setBeginning] = useState<Intent | null>(null)
  const keepEarly = useEarlyQuestion(box, (intent) => ask(intent))

  useEffect(() => {
    shown.current = place
  }, [place])

  async function start(draft: Draft, intent: Intent) {
    try {
      const answer = await beginAnswer({ page, conversationId, box, draft, intent, queries })
      // Unless the user has opened another conversation meanwhile.
      const moves = conversationId === null && shown.current === place
      // In one commit: a field unlocked before the new address is shown would take text for the draft that is left.
      startTransition(() => {
        setBeginning(null)
        if (!moves) return
        choose(intent.model, answer.turn.conversationId)
        void navigate(chatLink(page.path, answer.turn.conversationId), { replace: true })
      })
      void follow(answer)
    } catch (error) {
      setBeginning(null)
      if (showObstacle(error, { conversationId, model: intent.model })) return
      notify.error(isSessionLost(error) ? errorText(error) : 'Ошибка при создании чата')
    }
  }

  /** Ignores clicks while a request is being sent. */
  function ask(intent: Intent, draft: Draft = box.draft()) {
    const prompt = promptOf(intent.prompt)
    if (prompt === '') return notify.error('Введите запрос')
    if (status === 'signed-out') return notify.error('Необходимо войти в систему')
    if (!user) return keepEarly(intent, draft)
    if (busy.current) return
    busy.current = true
    const sent = sending(draft, { ...intent, prompt })
    if (draft === box.draft()) box.put(sent)
    if (conversationId === null) setBeginning({ ...intent, prompt })
    void start(sent, { ...intent, prompt }).finally(() => {
      busy.current = false
    })
  }

  /** Asks what is not in the composer, under an id of its own. */
  const askBeside = (intent: Intent) => ask(intent, emptyDraft(box.draft().owner))

  /**
   * Asks the same again, in the place of a failed turn, which has charged nothing. The composer has its text back, which
   * would otherwise be sent once more. @param lost the attempt, when nothing of it was saved
   */
  function repeat(intent: Intent, lost: LiveAnswer | null) {
    const { prompt, owner } = box.draft()
    if (busy.current) return
    if (prompt.trim() === intent.prompt.trim()) box.put(emptyDraft(owner))
    if (lost && !intent.place) removeLiveAnswer(lost)
    askBeside({ ...intent, isGiven: true })
  }

  return { ask, askBeside, repeat, beginning }
}

/**
 * What the composer asks before the page knows whose session this is waits for that, and only for the first reading: nothing is
 * sent, and charged, long after it was asked. Whoever goes on typing meanwhile asks again.
 */
function useEarlyQuestion(box: DraftBox, ask: (intent: Intent) => void) {
  const { status } = useSession()
  const early = useRef<Intent | null>(null)
  const askEarly = useEffectEvent(() => {
    const intent = early.current
    early.current = null
    if (intent?.prompt.trim() === box.draft().prompt.trim()) ask(intent)
  })
  useEffect(() => {
    if (status !== 'loading') askEarly()
  }, [status])
  return (intent: Intent, draft: Draft) => {
    if (status === 'loading' && draft === box.draft()) early.current = intent
  }
}
