import { join } from 'node:path'
import { circularFiles, readManifest } from './site/build-manifest.ts'
import { measureBuild, type PageSize, type SizeRow } from './budget.ts'
import { demandNoWords, main } from './base/main.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { measureScript, type ScriptSize } from './script-size.ts'
import { buildFolder, buildSite } from './site/site.ts'
import { buildScript, workerMain } from './base/worker-script.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const line = ({ file, name, sizeBytes, gzipBytes, initial }: SizeRow) =>
  `${initial ? '/' : ' '} ${kilobytes(gzipBytes).padStart(9)} ${kilobytes(sizeBytes).padStart(10)}  ${`${file}  ${name}`.trimEnd()}`

const scriptLine = ({ what, sizeBytes, gzipBytes, budgetBytes }: ScriptSize) =>
  `${kilobytes(gzipBytes).padStart(11)} ${budgetBytes === undefined ? '           ' : `of ${kilobytes(budgetBytes)}`}  ${what}, ${kilobytes(sizeBytes)} raw`

const pageLine = ({ what, gzipBytes, budgetBytes }: PageSize) =>
  `${kilobytes(gzipBytes).padStart(11)} of ${kilobytes(budgetBytes)}  ${what}`

await main(async () => {
  demandNoWords(process.argv.slice(2), 'Settings of the pages are variables, VITE_… (docs/environment.md).')
  await buildSite()
  const { rows, pages, chatFiles } = measureBuild(buildFolder)
  console.log(['/      gzip       size  file', ...rows.map(line)].join('\n'))
  console.log(['\nJavaScript of a page (of `/`: the lines marked /), gzip', ...pages.map(pageLine)].join('\n'))
  console.log(`${String(chatFiles.count).padStart(11)} of ${chatFiles.most} files  a chat`)
  if (chatFiles.count > chatFiles.most)
    throw new SetupProblem('A chat begins with too many files: web/shared-files.ts.')
  const circular = circularFiles(readManifest(buildFolder))
  if (circular.length > 0) throw new SetupProblem(`Files import each other: ${circular.join(', ')}.`)
  const script = measureScript(await buildScript(workerMain, join(buildFolder, 'script')))
  console.log(['\nThe script of the API, gzip', ...script.map(scriptLine)].join('\n'))
  const ofScript = script.map(({ what, ...size }) => ({ ...size, what: `the script of the API, ${what}` }))
  const large = [...pages, ...ofScript].filter(({ gzipBytes, budgetBytes = Infinity }) => gzipBytes > budgetBytes)
  if (large.length > 0)
    throw new SetupProblem(
      `Above its budget (scripts/budget.ts, scripts/script-size.ts): ${large.map(({ what }) => what).join('; ')}.`
    )
})
