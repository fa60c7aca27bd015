import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { importBytesMax } from '#contract/import.ts'
import { openDirectory } from '#data/database.ts'
import { BadEnvironment, isRestoring, mayServe } from '#domain/environment.ts'
import { type AppContext, environmentOf, type HonoEnv } from './http/context.ts'
import { AppError, isUnavailable, refuse } from './http/errors.ts'
import { framesOf, log } from '#notices/report.ts'
import { logRequest } from './http/log-requests.ts'
import { requestId } from './http/request-id.ts'
import { mountAnnouncements } from './http/announcement-routes.ts'
import { mountAttachmentFiles, mountAttachments } from './answers/attachment-routes.ts'
import { mountAnswers } from './answers/routes.ts'
import { mountAuth } from './people/sign-in-routes.ts'
import { mountChats, mountMessages } from './answers/conversation-routes.ts'
import { mountFolders, mountOrder } from './answers/order-routes.ts'
import { fileSafety, mountFiles } from './jobs/file-routes.ts'
import { mountPictureChanges } from './jobs/change-routes.ts'
import { mountGeneration } from './jobs/submit-routes.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { mountHealth } from './http/health.ts'
import { mountJobs } from './jobs/routes.ts'
import { mountPromptHelp } from './answers/prompt-help-routes.ts'
import { mountLibrary } from './jobs/library-routes.ts'
import { mountWorkFolders } from './jobs/work-folder-routes.ts'
import { mountWorkShares } from './jobs/work-share-routes.ts'
import { mountLive, mountLiveSocket } from './http/live.ts'
import { mountConsole } from './operator/access/routes.ts'
import { mountPriceOffice } from './operator/prices/routes.ts'
import { mountMoney } from './operator/money/routes.ts'
import { mountPeople } from './operator/people/routes.ts'
import { mountBackup } from './operator/backup/routes.ts'
import { mountOperator } from './operator/routes.ts'
import { mountWork } from './operator/work/routes.ts'
import { mountTrends } from './operator/trends/routes.ts'
import { mountPrices } from './http/price-routes.ts'
import { mountPayments } from './payments/routes.ts'
import { mountPersonalData } from './people/personal-data-routes.ts'
import { mountInvitation } from './people/invitation-routes.ts'
import { mountPromo } from './people/promo-routes.ts'
import { mountReady } from './people/ready-routes.ts'
import { mountSubscription } from './premium/routes.ts'
import { mountRoles } from './answers/role-routes.ts'
import { mountImport } from './answers/import-routes.ts'
import { mountSearch } from './answers/search-routes.ts'
import { mountShares } from './answers/share-routes.ts'
import { mountStatus } from './http/status.ts'
import { mountTranscription } from './answers/transcription-routes.ts'
import { mountUser } from './people/profile-routes.ts'
import { mountWallet } from './payments/wallet-routes.ts'
import { SentFiles } from './http/sent-files.ts'

/** Enough for a chat prompt, the largest body without files. Calls with files read theirs in large-body.ts. */
const bodySizeMaxBytes = 512 * 1024
const carriesChat = /^(\/api)?\/chat\/import$/
/** For the holder of its token alone, which is looked at before a body is read. */
const isBackup = /^(\/api)?\/operator\/backup\//
const carriesFiles = /^(\/api)?\/(ai\/(image|video|audio)\/|chat\/attachments$)/
/** How long a client waits when a part of the platform is overloaded or restarting. */
const retryAfterSeconds = 5
/** And when the platform is being restored from a backup. */
const restoredAfterSeconds = 300

/** Releases the uploaded files from memory after every call, failed ones included. */
const withFiles: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const files = new SentFiles()
  c.set('files', files)
  await next().finally(() => files.release())
}

function mountAll(app: Hono<HonoEnv>) {
  mountHealth(app)
  mountCspReports(app)
  mountAuth(app)
  mountUser(app)
  mountReady(app)
  mountPromo(app)
  mountInvitation(app)
  mountWallet(app)
  mountPersonalData(app)
  mountChats(app)
  mountOrder(app)
  mountFolders(app)
  mountAttachments(app)
  mountMessages(app)
  mountShares(app)
  mountImport(app)
  mountSearch(app)
  mountRoles(app)
  mountAnswers(app)
  mountTranscription(app)
  mountPromptHelp(app)
  mountGeneration(app)
  mountJobs(app)
  mountPictureChanges(app)
  mountLibrary(app)
  mountWorkFolders(app)
  mountWorkShares(app)
  // Before the files of jobs, whose path would match.
  mountAttachmentFiles(app)
  mountFiles(app)
  mountStatus(app)
  mountPrices(app)
  mountAnnouncements(app)
  mountLive(app)
  mountPayments(app)
  mountSubscription(app)
  mountConsole(app)
  mountWork(app)
  mountTrends(app)
  mountPriceOffice(app)
  mountPeople(app)
  mountMoney(app)
  mountOperator(app)
  mountBackup(app)
}

function createRoutes(): Hono<HonoEnv> {
  const routes = new Hono<HonoEnv>()
  mountAll(routes)
  return routes
}

const limitTo = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c: AppContext) => refuse(c, { code: 'BODY_TOO_LARGE' }) })

/** The whole API, under `/api` (same origin as the pages) and at the root (the API's own host). */
export function createApp(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  mountLiveSocket(app)
  app.use(requestId, logRequest)
  for (const path of ['/api/files/*', '/files/*', '/api/shared-works/*/files/*', '/shared-works/*/files/*'])
    app.use(path, fileSafety)
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      crossOriginResourcePolicy: 'same-origin',
      referrerPolicy: 'no-referrer',
      // Defaults that say nothing about JSON and files: left out, because every response would carry and pay for them.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      removePoweredBy: false,
      // As in web/public/_headers: pages and API share a host, and a browser keeps the last value received.
      strictTransportSecurity: 'max-age=63072000; includeSubDomains',
      xFrameOptions: 'DENY'
    })
  )
  app.use(async (c, next) => {
    const environment = environmentOf(c.env)
    if (!mayServe(environment, new URL(c.req.url).hostname))
      throw new BadEnvironment('Bad environment: STAGE=local answers on a loopback address only')
    if (isRestoring(environment) && !isBackup.test(c.req.path) && !c.req.path.endsWith('/health'))
      throw new AppError('UNAVAILABLE', { retryAfter: restoredAfterSeconds })
    c.set('environment', environment)
    c.set('directory', openDirectory(c.env))
    await next()
    // Not `c.header`, which would build the finished response anew.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-store')
  })
  const limitBody = limitTo(bodySizeMaxBytes)
  const limitChat = limitTo(importBytesMax)
  app.use((c, next) => {
    if (isBackup.test(c.req.path)) return next()
    if (carriesFiles.test(c.req.path)) return withFiles(c, next)
    return carriesChat.test(c.req.path) ? limitChat(c, next) : limitBody(c, next)
  })

  const routes = createRoutes()
  app.route('/api', routes)
  app.route('/', routes)

  app.notFound((c) => refuse(c, { code: 'NOT_FOUND' }))
  app.onError((error, c) => {
    if (error instanceof AppError) return refuse(c, error.refusal)
    if (error instanceof BadEnvironment) {
      log({ event: 'bad-environment', text: error.message })
      return refuse(c, { code: 'BAD_ENVIRONMENT', text: error.message })
    }
    if (isUnavailable(error)) {
      log({ event: 'unavailable', requestId: c.var.requestId, name: error.name, stack: framesOf(error) })
      return refuse(c, { code: 'UNAVAILABLE', retryAfter: retryAfterSeconds })
    }
    log({ event: 'bug', requestId: c.var.requestId, name: error.name, stack: framesOf(error) })
    return refuse(c, { code: 'INTERNAL' })
  })
  return app
}
