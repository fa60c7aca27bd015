import { Square } from 'lucide-react'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerState } from '../stream/use-live-answers.ts'

/** Appears once the request is taken: until then there is nothing to stop. */
export function StopButton({ answer }: { answer: LiveAnswer }) {
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
