import { saveFile } from '../../base/ui/save-file.ts'

/** Saves a text as a file of the reader's device. */
export const downloadText = (text: string, fileName: string): void =>
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName)

/** `chatgpt-2026-11-21-14-05.txt`, in the reader's own time. */
export function answerFileName(path: string, time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()]
  return `${path.slice(1)}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.txt`
}
