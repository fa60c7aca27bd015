import type { Ref } from 'react'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  onFiles: (files: readonly File[]) => void
}

/** The browser's dialog of files, which a button opens. The server decides by their bytes what is taken, so all kinds can be chosen. */
export const FileInput = ({ ref, onFiles }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    multiple
    hidden
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // The same file may be chosen again.
      target.value = ''
    }}
  />
)
