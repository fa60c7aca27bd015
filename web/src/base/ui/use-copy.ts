import { useEffect, useRef, useState } from 'react'
import { notify } from './notify.ts'
import { copyText } from './copy-text.ts'

const shownForMs = 2000

/** Copies a text and says so; `copied` for two seconds afterwards. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    if (!(await copyText(text))) return notify.error('Не удалось скопировать. Выделите текст и скопируйте вручную')
    notify.success('Текст скопирован в буфер обмена')
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), shownForMs)
  }

  return { copied, copy: () => void copy() }
}
