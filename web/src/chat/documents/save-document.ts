// A document that leaves the page as a file: its text alone. Loaded when the first one is saved.
import type { ChatDocument } from '#contract/documents.ts'
import { unmarked } from '#contract/unmarked.ts'
import { notify } from '../../base/ui/notify.ts'
import { saveFile } from '../../base/ui/save-file.ts'
import { fileNameOf, type SavedChat } from '../saving/saved-chat.ts'

interface SavedDocument extends Pick<ChatDocument, 'title' | 'kind'> {
  text: string
}

const saveText = (text: string, type: string, name: string) =>
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name)

/** For the writers of chats: one answer without a name and a time. */
const asChat = ({ title, text }: SavedDocument): SavedChat => ({
  title,
  savedAt: Date.now(),
  isDocument: true,
  messages: [{ role: 'assistant', content: text, model: null, at: Date.now(), files: [], sources: [], thinking: null }]
})

export async function saveDocumentAs(
  format: 'docx' | 'md' | 'txt' | 'print' | 'source',
  saved: SavedDocument
): Promise<void> {
  const { title, kind, text } = saved
  switch (format) {
    case 'docx': {
      const { docxOf } = await import('../saving/docx-file.ts')
      return saveFile(await docxOf(asChat(saved)), fileNameOf(title, 'docx'))
    }
    case 'md':
      return saveText(text, 'text/markdown', fileNameOf(title, 'md'))
    case 'txt':
      return saveText(plainText(text), 'text/plain', fileNameOf(title, 'txt'))
    case 'print': {
      const { printChat } = await import('../saving/print-document.tsx')
      if (!(await printChat(asChat(saved)))) notify.error('Этот браузер не умеет печатать. Скачайте Word или Markdown')
      return
    }
    case 'source':
      return saveText(text, kind === 'svg' ? 'image/svg+xml' : 'text/html', fileNameOf(title, kind))
    default:
      return format satisfies never
  }
}

const fence = /^ {0,3}(?:`{3}|~{3})/

/** Line by line without the marks of Markdown; lists keep their signs, code stays as it is. */
export function plainText(markdown: string): string {
  let isCode = false
  const lines = markdown.split('\n').flatMap((line) => {
    if (fence.test(line)) {
      isCode = !isCode
      return []
    }
    if (isCode) return line
    const [sign = ''] = /^\s*(?:[-*+] |\d+[.)] )?/.exec(line) ?? []
    return sign.replace(/[*+] $/, '- ') + unmarked(line.slice(sign.length))
  })
  return lines.join('\n')
}
