import type { ReactNode } from 'react'
import { Check, Copy, Download } from 'lucide-react'
import { saveFile } from '../../base/ui/save-file.ts'
import { useCopy } from '../../base/ui/use-copy.ts'
import { codeFileName, languageName } from './languages.ts'

interface CodeFrameProps {
  code: string
  /** As the model wrote it; empty when the model named none. */
  language: string
  /** More buttons, before the others. */
  buttons: ReactNode
  children: ReactNode
}

/** Code, or what is drawn of it, below a bar with the name of its language. */
export function CodeFrame({ code, language, buttons, children }: CodeFrameProps) {
  const { copied, copy } = useCopy(code)
  const download = () => saveFile(new Blob([code], { type: 'text/plain;charset=utf-8' }), codeFileName(language))
  return (
    <figure className="code-block" dir="ltr">
      <figcaption>
        <span>{languageName(language)}</span>
        {buttons}
        <button type="button" onClick={download} aria-label="Скачать код" title="Скачать код">
          <Download size={14} aria-hidden />
        </button>
        <button type="button" onClick={copy} aria-label={copied ? 'Код скопирован' : 'Копировать код'}>
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          <span className="max-sm:sr-only">{copied ? 'Скопировано' : 'Копировать'}</span>
        </button>
      </figcaption>
      {children}
    </figure>
  )
}
