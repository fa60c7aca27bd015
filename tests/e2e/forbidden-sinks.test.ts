// Searches the built code for what the browser refuses under `require-trusted-types-for 'script'` and without
// `unsafe-eval`. No other test reaches most of this code, so it would only throw for a user.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'

const sinks = new RegExp(
  [
    /\.(?:inner|outer)HTML\s*=(?!=)/,
    /insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|parseFromString|\bsrcdoc\b/,
    /document\.write|\beval\(|\bFunction\(|importScripts|new (?:Shared)?Worker\(|serviceWorker\.register/,
    /createElement\([`'"]script/
  ]
    .map(({ source }) => source)
    .join('|'),
  'g'
)

/** The code around each sink that is never executed, and the reason. */
const allowed: readonly [around: RegExp, why: string][] = [
  [/__html[^;]{0,40}\.innerHTML=/, 'React, for dangerouslySetInnerHTML: no component has it'],
  [/\.innerHTML=`<script>/, 'React, for a <script> in a component: there is none'],
  [/createElement\(`script`\),\w+\(\w+\),\w+\(\w+,`link`,/, 'React, for scripts to preload: none'],
  [/\.innerHTML=\w+\.value,\w+\.dataset\.highlighted/, 'highlight.js, for elements: lowlight gives it text'],
  [
    /createElement\(`script`\);\w+\.src=\w+,\w+\.addEventListener\(`load`/,
    "YooKassa's widget: its page has another policy"
  ],
  [
    /createPolicy\([`'"]named-character[`'"],[\w$]+\)\?\?[\w$]+;[^{}]{0,50}\.innerHTML=[\w$]+\.createHTML\([\w$]+\)/,
    'names of characters: they have a Trusted Types policy of their own (web/src/chat/markdown/named-character.ts)'
  ],
  [
    /navigator\.serviceWorker\.register\([\w$]+(\(\))?,\{scope:`\/`\}/,
    'the service worker: its address has a Trusted Types policy of its own (web/src/media/ready/browser-push.ts)'
  ]
]

// The operators' console runs under the same policy.
const folders = ['web/dist/site/assets', 'web/dist/site/operator/assets'].map((folder) => join(root, folder))

const findings = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const code = readFileSync(join(folder, name), 'utf8')
      return [...code.matchAll(sinks)].map(
        ({ index }) => `${name}: ${code.slice(Math.max(0, index - 100), index + 80)}`
      )
    })
)

test('the built code has no sink that the policy refuses, except those that are never executed, and every exception is still needed', () => {
  expect(findings.filter((found) => !allowed.some(([around]) => around.test(found)))).toEqual([])
  expect(allowed.filter(([around]) => !findings.some((found) => around.test(found))).map(([, why]) => why)).toEqual([])
  // A policy lets through what its own code makes of a text: each further use is looked at here first.
  expect(findings.filter((found) => found.includes('.createHTML('))).toHaveLength(1)
})
