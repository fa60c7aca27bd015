import { accountStep, planStep, settingsStep, zoneStep } from './account.ts'
import type { Deployment } from './deployment.ts'
import { mailStep } from './mail.ts'
import { migrationsStep } from './migrations.ts'
import { domainStep, pagesStep } from './pages.ts'
import { bucketStep, databasesStep, queuesStep } from './resources.ts'
import { secretsStep } from './secrets.ts'
import { readerStep } from './reader.ts'
import type { Step } from './steps.ts'
import { triggersStep } from './triggers.ts'
import { workerStep } from './worker.ts'

/** From an empty account to a running site, in order: what only a person can do is asked first, before anything is made. */
export function stepsOf(deployment: Deployment): Step[] {
  return [
    settingsStep(deployment),
    accountStep(deployment),
    planStep(deployment),
    zoneStep(deployment),
    secretsStep(deployment),
    databasesStep(deployment),
    bucketStep(deployment),
    queuesStep(deployment),
    mailStep(deployment),
    migrationsStep(deployment),
    readerStep(deployment),
    workerStep(deployment),
    triggersStep(deployment),
    pagesStep(deployment),
    domainStep(deployment)
  ]
}
