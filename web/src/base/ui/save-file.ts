/** Downloads bytes as a file. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers begin to read the URL only after this task has ended.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
