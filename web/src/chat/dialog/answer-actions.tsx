import { Check, Copy, Download } from 'lucide-react'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { answerFileName, downloadText } from './download-text.ts'
import { useCopy } from '../../base/ui/use-copy.ts'

interface AnswerActionsProps {
  text: string
  path: string
  /** When it was saved; null for an answer that just arrived. */
  time: number | null
}

export function AnswerActions({ text, path, time }: AnswerActionsProps) {
  const { copied, copy } = useCopy(text)
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
        onClick={() => downloadText(text, answerFileName(path, time ?? Date.now()))}
      />
    </span>
  )
}
