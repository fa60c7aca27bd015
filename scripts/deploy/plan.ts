import { accountStep, planStep, settingsStep, zoneStep } from './account.ts'
import { addressStep } from './address.ts'
import type { Deployment } from './deployment.ts'
import { mailStep } from './mail.ts'
import { migrationsStep } from './migrations.ts'
import { pagesStep } from './pages.ts'
import { bucketStep, databasesStep, queuesStep } from './resources.ts'
import { secretsStep } from './secrets.ts'
import type { Step } from './steps.ts'
import { triggersStep } from './triggers.ts'
import { readerStep, workerStep } from './worker.ts'

/** From an empty account to a running site, in order: what only a person can do is asked first, before anything is made. */
export const stepsOf = (deployment: Deployment): Step[] =>
  [
    settingsStep,
    accountStep,
    planStep,
    zoneStep,
    secretsStep,
    databasesStep,
    bucketStep,
    queuesStep,
    mailStep,
    migrationsStep,
    readerStep,
    workerStep,
    triggersStep,
    pagesStep,
    addressStep
  ].map((step) => step(deployment))
