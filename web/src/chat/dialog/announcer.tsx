import { useState } from 'react'
import type { LiveAnswer } from '../stream/live-answer.ts'

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

function endText(answer: LiveAnswer): string {
  const { text, phase } = answer.view().state
  if (phase !== 'ended') return 'Ответ прервался'
  return text.length > announcedMax ? `Ответ готов. ${text.slice(0, announcedMax)}…` : `Ответ готов. ${text}`
}
