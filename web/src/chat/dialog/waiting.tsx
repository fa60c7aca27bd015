import { Spinner } from '../../base/ui/spinner.tsx'
import type { AnswerPhase } from '../stream/answer-state.ts'

/** What an answer waits for: its first words, more of them, or the connection. */
export function Waiting({ begun, phase }: { begun: boolean; phase: AnswerPhase }) {
  if (phase === 'reconnecting' && begun)
    return (
      <p className="mt-3 flex items-center gap-2 text-small text-ink-faint">
        <Spinner size={16} />
        Восстанавливаем соединение…
      </p>
    )
  return (
    <p className="flex h-8 items-center gap-1.5" aria-hidden>
      {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
        <span key={delay} className={`size-1.5 animate-breathe rounded-full bg-accent ${delay}`} />
      ))}
    </p>
  )
}
