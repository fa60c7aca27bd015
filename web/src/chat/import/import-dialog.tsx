import { useEffect, useRef, useState } from 'react'
import { FileUp } from 'lucide-react'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { type FoundChats, BadExport, readExport } from './chatgpt-export.ts'
import { Choosing } from './choosing.tsx'

interface ImportDialogProps {
  open: boolean
  onClose: () => void
}

/** Brings chats from ChatGPT: a file, a choice, and the way of each into the history. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const [found, setFound] = useState<FoundChats | null>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Перенести чаты из ChatGPT"
      staysOnOutsideClick={busy}
      {...(!found && { description: 'Чаты появятся в истории с их датами. Токены не списываются.' })}
    >
      {found ? (
        <Choosing found={found} onBusy={setBusy} onClose={onClose} onBack={() => setFound(null)} />
      ) : (
        <FileChoice onFound={setFound} />
      )}
    </Dialog>
  )
}

function FileChoice({ onFound }: { onFound: (found: FoundChats) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])

  async function read(file: File) {
    setReading(true)
    setProblem(null)
    try {
      const found = await readExport(file)
      if (isThere.current && found.chats.length > 0) onFound(found)
      else setProblem('В выгрузке нет ни одного чата с текстом')
    } catch (error) {
      setProblem(error instanceof BadExport ? error.message : 'Не удалось прочитать файл. Попробуйте ещё раз')
    } finally {
      setReading(false)
    }
  }

  return (
    <>
      <ol className="mt-4 flex list-decimal flex-col gap-1 pl-5 text-small text-ink-soft">
        <li>В ChatGPT откройте «Настройки» → «Управление данными» → «Экспорт данных».</li>
        <li>На почту придёт ссылка на ZIP-архив: скачайте его.</li>
        <li>Выберите здесь архив целиком или файл conversations.json из него.</li>
      </ol>
      <p className="mt-3 text-small text-ink-soft">
        Файл читает ваш браузер. На сервер уйдут только чаты, которые вы выберете.
      </p>
      {problem && (
        <p role="alert" className="mt-4 rounded-control bg-danger-soft px-4 py-2 text-small text-danger">
          {problem}
        </p>
      )}
      <input
        ref={field}
        type="file"
        accept=".zip,.json,application/zip,application/json"
        aria-label="Файл выгрузки ChatGPT"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button icon={<FileUp size={18} />} busy={reading} onClick={() => field.current?.click()} className="mt-5 w-full">
        {reading ? 'Читаем файл' : 'Выбрать файл'}
      </Button>
    </>
  )
}
