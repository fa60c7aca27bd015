import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { partsOfCode } from './code-parts.ts'
import { ColouredPieces } from './coloured-pieces.tsx'
import { takeTurn } from '../../base/ui/frame-turns.ts'
import { languageName } from './languages.ts'
import { Late } from './late.tsx'
import { lateModule } from './late-module.ts'

export interface Code {
  code: string
  /** As the model wrote it; empty when the model named none. */
  language: string
  /** Whether the last line is here. Colours and diagrams wait for it: until then each line could still change. */
  closed: boolean
}

/** The code itself. Long code is cut into parts, so that each step of a stream draws and lays out only the last of them. */
export function CodeText({ code, language, closed, wraps }: Code & { wraps: boolean }) {
  const parts = useMemo(() => partsOfCode(code), [code])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <pre tabIndex={0} aria-label={`Код${language && `, ${languageName(language)}`}`} className={wraps ? 'wraps' : ''}>
      <code translate="no">
        {parts.length === 1 ? (
          <Coloured code={code} language={language} wanted={closed} />
        ) : (
          parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts are only ever appended
            <Late key={index} className="code-part" atOnce={index >= parts.length - 2} text={() => part}>
              {() => <Coloured code={part} language={language} wanted={closed || index < parts.length - 1} />}
            </Late>
          ))
        )}
      </code>
    </pre>
  )
}

const highlighting = lateModule(() => import('./highlight.ts'))

/** Resolves when the code on the page, if there is any, can be coloured. */
export const coloursSettled = highlighting.settled

interface ColouredProps {
  code: string
  language: string
  /** Whether the code is complete. */
  wanted: boolean
}

/** Code in colours; plain until they are loaded, and in a language that has none. */
function Coloured({ code, language, wanted }: ColouredProps) {
  const colours = useSyncExternalStore(highlighting.subscribe, highlighting.loaded)
  const colour = colours?.highlight
  // Code that is complete while the answer arrives is coloured in a task of its own; what is opened has its colours at once.
  const colourable = useDeferredValue(wanted && language !== '')
  useEffect(() => {
    if (language === '') return
    if (!colours) highlighting.load()
    // While the code arrives: with the first code in a language this would be one long task.
    else if (!wanted && !colours.isPrepared(language)) return takeTurn(() => colours.prepare(language))
  }, [colours, language, wanted])
  const pieces = useMemo(
    () => (colourable && colour ? colour(code, language) : null),
    [code, language, colourable, colour]
  )
  return <ColouredPieces code={code} pieces={pieces} />
}
