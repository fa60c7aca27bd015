import { useState } from 'react'
import { beginningOf } from '#contract/cut-text.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'

/** How much of an answer a screen reader reads by itself. The user can read the rest in the dialog. */
const announcedMax = 400

/** Tells screen readers that an answer begins, and its text when it ended. Reading every piece would never stop. */
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
  // A toast says why the server did not accept the request.
  if (!accepted) return null
  if (phase !== 'ended' || end?.type === 'error') return 'Ответ прервался'
  const ending = end?.outcome === 'stopped' ? 'Ответ остановлен' : 'Ответ готов'
  return `${ending}. ${spokenText(text, announcedMax)}`
}

/** Markdown marks that a screen reader would read out, in the order in which they are removed. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:`{3}|~{3}).*$/gm, ''],
  [/(?<![`\\])<br {0,3}\/?>/gi, ' '],
  [/^(?=.*---)[ \t:|-]+$/gm, ''],
  [/^[ \t]*(?:>[ \t]?)+/gm, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*[-*+][ \t]+/gm, ''],
  [/!?\[([^[\]]*)\]\([^)\s]{0,2000}\)/g, '$1'],
  [/^[ \t]*\||\|[ \t]*$/gm, ''],
  [/(?<![ \t])[ \t]+(?=\|)/g, ''],
  [/\|[ \t]*/g, ', '],
  [/\*(?=\S)|(?<=\S)\*|~~|`/g, ''],
  [/(?<![\p{L}\d_])_+(?=\S)|(?<=[^\s_])_+(?![\p{L}\d_])/gu, ''],
  [/\\([[\]()])/g, '$1'],
  [/\s+/g, ' ']
]

/** Markdown for a screen reader: the words without the marks, cut after `lengthMax` characters. */
export function spokenText(markdown: string, lengthMax: number): string {
  // Twice the length, because marks are removed from it.
  const text = marks.reduce((rest, [mark, by]) => rest.replace(mark, by), beginningOf(markdown, lengthMax * 2)).trim()
  return text.length > lengthMax ? `${beginningOf(text, lengthMax)}…` : text
}
