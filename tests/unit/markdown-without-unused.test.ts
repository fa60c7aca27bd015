import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { markdownWithoutUnused } from '#web/markdown-without-unused.ts'
import * as whole from '../support/node/drawn-markdown.ts'
import { answers } from '../web/chat/markdown-samples.ts'

test('what is left of the packages that draw answers draws what the whole of them draws', async () => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [markdownWithoutUnused],
    define: { 'process.env.NODE_ENV': '"production"' },
    // Neither for Node nor with a document.
    ssr: { noExternal: true, resolve: { conditions: ['module'] } },
    build: {
      write: false,
      ssr: true,
      rolldownOptions: {
        input: join(root, 'tests/support/node/drawn-markdown.ts'),
        preserveEntrySignatures: 'strict'
      }
    }
  })) as Rolldown.RolldownOutput
  const { code } = output[0]
  const emptied = ['kernelMatrix', 'String(JSON', 'basename(path', 'style-to-object']
  expect(emptied.filter((part) => code.includes(part))).toEqual([])
  const left = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as typeof whole
  const picture = '![Кот](https://example.com/cat.png "Имя") &copy; &notit; <svg><path/></svg>'
  const footnote = 'Сноска[^1] и ещё раз[^1].\n\n[^1]: Её текст, [ссылка](https://example.com).'
  for (const text of [...Object.values(answers), picture, footnote])
    expect(renderToStaticMarkup(left.drawn(text))).toBe(renderToStaticMarkup(whole.drawn(text)))
})
