import type { ReactNode } from 'react'
import { Check, Copy, Download } from 'lucide-react'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { saveFile } from '../../base/ui/save-file.ts'
import { ReadAloud } from '../speech/read-aloud.tsx'
import { useCopy } from '../../base/ui/use-copy.ts'

interface AnswerActionsProps {
  text: string
  sources: readonly AnswerSource[]
  path: string
  /** When it was saved; null for an answer that just arrived. */
  time: number | null
  /** More buttons. */
  children?: ReactNode
}

export function AnswerActions({ text, sources, path, time, children }: AnswerActionsProps) {
  const whole = withSources(text, sources)
  const { copied, copy } = useCopy(whole)
  return (
    <span className="-ml-2 flex">
      <IconButton
        label="Копировать ответ"
        size="small"
        icon={copied ? <Check size={16} /> : <Copy size={16} />}
        onClick={copy}
      />
      <IconButton
        label="Скачать ответ текстом"
        size="small"
        icon={<Download size={16} />}
        onClick={() => downloadText(whole, answerFileName(path, time ?? Date.now()))}
      />
      <ReadAloud text={text} />
      {children}
    </span>
  )
}

/** An answer to copy: its text, and below it the list of its sources. */
function withSources(text: string, sources: readonly AnswerSource[]): string {
  if (sources.length === 0) return text
  const lines = sources.map(({ url, title }, index) => `${index + 1}. ${title} — ${url}`)
  return `${text}\n\nИсточники:\n${lines.join('\n')}`
}

const downloadText = (text: string, fileName: string): void =>
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName)

/** `chatgpt-2026-11-21-14-05.txt`, in the user's time zone. */
export function answerFileName(path: string, time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()]
  return `${path.slice(1)}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.txt`
}
