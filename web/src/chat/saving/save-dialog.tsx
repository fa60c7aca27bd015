import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FileBraces, FileText, FileType, Printer } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { counted } from '#contract/counted.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { saveFile } from '../../base/ui/save-file.ts'
import { fileNameOf, loadWhole, type SavedChat } from './saved-chat.ts'
import { jsonOf, markdownOf } from './text-files.ts'

interface Format {
  name: string
  text: string
  icon: ReactNode
  save: (chat: SavedChat) => Promise<void> | void
}

const saveText = (text: string, type: string, name: string) =>
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name)

async function saveDocx(chat: SavedChat) {
  const { docxOf } = await import('./docx-file.ts')
  saveFile(await docxOf(chat), fileNameOf(chat.title, 'docx'))
}

async function print(chat: SavedChat) {
  const { printChat } = await import('./print-document.tsx')
  if (!(await printChat(chat))) notify.error('Этот браузер не умеет печатать. Скачайте Word или Markdown')
}

const formats: readonly Format[] = [
  {
    name: 'Markdown',
    text: 'Текст с разметкой: для заметок и сайтов',
    icon: <FileText size={20} />,
    save: (chat) => saveText(markdownOf(chat), 'text/markdown', fileNameOf(chat.title, 'md'))
  },
  {
    name: 'PDF',
    text: 'Откроется печать: выберите «Сохранить как PDF»',
    icon: <Printer size={20} />,
    save: print
  },
  { name: 'Word (DOCX)', text: 'Документ, который можно править', icon: <FileType size={20} />, save: saveDocx },
  {
    name: 'JSON',
    text: 'Для программ: тексты, модели и время',
    icon: <FileBraces size={20} />,
    save: (chat) => saveText(jsonOf(chat), 'application/json', fileNameOf(chat.title, 'json'))
  }
]

const messagesWords = ['сообщение', 'сообщения', 'сообщений'] as const

interface SaveDialogProps {
  conversation: Pick<Conversation, 'id' | 'title'>
  open: boolean
  onClose: () => void
}

/** Saves the whole of a conversation as a file. */
export function SaveDialog({ conversation, open, onClose }: SaveDialogProps) {
  const [saving, setSaving] = useState<{ name: string; loaded: number } | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function save({ name, save: write }: Format) {
    if (saving) return
    const { signal } = (abort.current = new AbortController())
    setSaving({ name, loaded: 0 })
    try {
      const chat = await loadWhole(conversation, { signal, onLoaded: (loaded) => setSaving({ name, loaded }) })
      if (chat.messages.length === 0) return notify.info('В этом чате пока нечего сохранять')
      // The print dialog must not show this one.
      onClose()
      await write(chat)
    } catch (error) {
      if (!signal.aborted) notify.error(errorText(error, 'Не удалось сохранить чат. Попробуйте ещё раз'))
    } finally {
      setSaving(null)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return
        abort.current?.abort()
        onClose()
      }}
      title="Скачать чат"
      description={<span className="wrap-anywhere">{`«${conversation.title}» целиком, от первого сообщения.`}</span>}
    >
      <ul className="mt-5 flex flex-col gap-2">
        {formats.map((format) => (
          <li key={format.name}>
            <Button
              variant="secondary"
              busy={saving?.name === format.name}
              disabled={saving !== null}
              onClick={() => void save(format)}
              icon={<span className="text-ink-faint">{format.icon}</span>}
              className="h-auto! w-full justify-start! py-2.5 text-left whitespace-normal!"
            >
              <span className="ml-1 min-w-0">
                <span className="block">{format.name}</span>
                <span className="block text-caption font-normal text-ink-soft">{format.text}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <output className="mt-3 block min-h-5 text-caption text-ink-soft">
        {saving && `Загружаем: ${counted(saving.loaded, messagesWords)}`}
      </output>
    </Dialog>
  )
}
