import { useState } from 'react'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { spokenText } from './spoken-text.ts'

/** So much of an answer is read aloud by itself; the rest is in the dialog. */
const announcedMax = 400

/** Tells screen readers when an answer begins and what it says when it ended, instead of every word on its way. */
export function Announcer({ running }: { running: LiveAnswer | null }) {
  const [latest, setLatest] = useState(running)
  if (running && running !== latest) setLatest(running)
  const text = running ? 'Модель отвечает' : latest && endText(latest)
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

function endText(answer: LiveAnswer): string | null {
  const { text, phase, accepted, end } = answer.view().state
  // Why a request was not taken is said by its notice.
  if (!accepted) return null
  if (phase !== 'ended' || end?.type === 'error') return 'Ответ прервался'
  const ending = end?.outcome === 'stopped' ? 'Ответ остановлен' : 'Ответ готов'
  return `${ending}. ${spokenText(text, announcedMax)}`
}
