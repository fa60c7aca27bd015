import { useEffect, useRef, useState } from 'react'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { RefusedFile } from './file/chosen-file.ts'

type OnChange = (dataUrl: string | undefined) => void

/** Reads the chosen file. A file chosen later replaces one that is still being read. */
export function useUpload(parameter: FileParameter, onChange: OnChange) {
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const turn = useRef(0)
  // The form may have changed while the file was being read.
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  useEffect(() => () => void (turn.current += 1), [])

  async function take(file: File) {
    const own = (turn.current += 1)
    setReading(true)
    setRefusal(null)
    try {
      const read = await readUpload(file, parameter)
      if (turn.current !== own) return
      setUpload(read)
      tell.current(read.dataUrl)
    } catch (error) {
      if (turn.current !== own) return
      setRefusal(error instanceof RefusedFile ? error.message : 'Не удалось прочитать файл')
    }
    setReading(false)
  }

  function clear() {
    turn.current += 1
    setReading(false)
    setRefusal(null)
    setUpload(null)
    tell.current(undefined)
  }

  return {
    isReading,
    refusal,
    /** Null when the value did not come from a file chosen in this field. */
    nameOf: (dataUrl: string) => (upload?.dataUrl === dataUrl ? upload.name : null),
    take: (file: File) => void take(file),
    clear
  }
}
