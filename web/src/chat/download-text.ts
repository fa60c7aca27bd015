/** Saves a text as a file of the reader's device. */
export function downloadText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has begun reading by the next turn of its loop, but not always within this one.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** `chatgpt-2026-11-21-14-05.txt`, in the reader's own time. */
export function answerFileName(path: string, time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()]
  return `${path.slice(1)}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.txt`
}
