// What is done with a document as a whole: it is copied, leaves the page as a file, or is deleted.
import { useState } from 'react'
import { Copy, Download, Ellipsis, FileCode, FileText, FileType, Printer, Trash2 } from 'lucide-react'
import type { OpenedDocument } from '#contract/documents.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/menu.tsx'
import { notify } from '../../base/ui/notify.ts'
import { useCopy } from '../../base/ui/use-copy.ts'
import type { DocumentBox } from './document-draft.ts'
import { useDocumentActs } from './use-document.ts'

interface DocumentMenuProps {
  opened: OpenedDocument
  box: DocumentBox
  /** As the editor shows it. */
  text: string
  onDeleted: () => void
}

export function DocumentMenu({ opened, box, text, onDeleted }: DocumentMenuProps) {
  const { kind, title } = opened.document
  const { copy } = useCopy(text)
  const [asks, setAsks] = useState(false)
  const save = async (format: 'docx' | 'md' | 'txt' | 'print' | 'source') => {
    try {
      const { saveDocumentAs } = await import('./save-document.ts')
      await saveDocumentAs(format, { title, kind, text })
    } catch {
      notify.error('Не удалось сохранить документ. Попробуйте ещё раз')
    }
  }
  return (
    <>
      <Menu align="end" trigger={<IconButton label="Скачать документ" icon={<Download size={19} />} />}>
        {kind === 'text' ? (
          <>
            <MenuItem icon={<FileType size={16} />} onSelect={() => void save('docx')}>
              Word (DOCX)
            </MenuItem>
            <MenuItem icon={<FileText size={16} />} onSelect={() => void save('md')}>
              Markdown
            </MenuItem>
            <MenuItem icon={<FileText size={16} />} onSelect={() => void save('txt')}>
              Простой текст (TXT)
            </MenuItem>
            <MenuItem icon={<Printer size={16} />} onSelect={() => void save('print')}>
              PDF через печать
            </MenuItem>
          </>
        ) : (
          <MenuItem icon={<FileCode size={16} />} onSelect={() => void save('source')}>
            {kind === 'html' ? 'Файл HTML' : 'Файл SVG'}
          </MenuItem>
        )}
      </Menu>
      <Menu align="end" trigger={<IconButton label="Действия с документом" icon={<Ellipsis size={19} />} />}>
        <MenuItem icon={<Copy size={16} />} onSelect={copy}>
          Скопировать
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={16} />} onSelect={() => setAsks(true)} className="text-danger">
          Удалить документ
        </MenuItem>
      </Menu>
      <DeleteQuestion opened={opened} box={box} open={asks} onClose={() => setAsks(false)} onDeleted={onDeleted} />
    </>
  )
}

interface QuestionProps extends Pick<DocumentMenuProps, 'opened' | 'box' | 'onDeleted'> {
  open: boolean
  onClose: () => void
}

function DeleteQuestion({ opened, box, open, onClose, onDeleted }: QuestionProps) {
  const { remove } = useDocumentActs(opened, box)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const isGone = await remove()
    setBusy(false)
    if (!isGone) return
    onClose()
    onDeleted()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Удалить документ?"
      description={
        <span className="wrap-anywhere">{`«${opened.document.title}» и все его версии исчезнут. Ответ останется в чате.`}</span>
      }
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button variant="danger" busy={isBusy} onClick={() => void confirm()}>
          Удалить
        </Button>
      </div>
    </Dialog>
  )
}
