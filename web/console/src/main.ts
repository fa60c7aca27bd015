// The first script. It imports nothing that creates a schema, because zod must be told before the first one.
import { forbidEvalInZod } from '../../src/base/http/zod-without-eval.ts'
import { keepFromFiles } from '../../src/base/page/carried-files.ts'
import { reloadOnMissingChunk } from '../../src/base/page/missing-chunk.ts'

forbidEvalInZod()
reloadOnMissingChunk()
keepFromFiles()
void import('./start.tsx')
