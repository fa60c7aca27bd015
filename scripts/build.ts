import { initialBytes, measureBuild, type SizeRow } from './budget.ts'
import { main } from './main.ts'
import { SetupProblem } from './setup-problem.ts'
import { buildSite, siteFolder } from './site.ts'

/** The most compressed JavaScript that `/` may load before it is complete. */
const budgetBytes = 130 * 1000

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const line = ({ file, sizeBytes, gzipBytes, initial }: SizeRow) =>
  `${initial ? '/' : ' '} ${kilobytes(gzipBytes).padStart(9)} ${kilobytes(sizeBytes).padStart(10)}  ${file}`

await main(async () => {
  await buildSite()
  const rows = measureBuild(siteFolder)
  const total = initialBytes(rows)
  console.log(['/      gzip       size  file', ...rows.map(line)].join('\n'))
  console.log(`\nInitial JavaScript of / (lines marked /): ${kilobytes(total)} of ${kilobytes(budgetBytes)}`)
  if (total > budgetBytes) throw new SetupProblem('The initial JavaScript is above its budget.')
})
