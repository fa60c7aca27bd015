// The operators' console, their scripts and backups.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountRecord } from '../operator/access/record-routes.ts'
import { mountSignIn } from '../operator/access/sign-in-routes.ts'
import { mountTeam } from '../operator/access/team-routes.ts'
import { mountBackup } from '../operator/backup/routes.ts'
import { mountDeadLetters } from '../operator/jobs/dead-letter-routes.ts'
import { mountJobList } from '../operator/jobs/job-routes.ts'
import { mountRedos } from '../operator/jobs/redo-routes.ts'
import { mountServices } from '../operator/jobs/service-routes.ts'
import { mountSwitches } from '../operator/jobs/switch-routes.ts'
import { mountBooks } from '../operator/money/book-routes.ts'
import { mountClosing } from '../operator/money/closing-routes.ts'
import { mountDebts } from '../operator/money/debt-routes.ts'
import { mountPaymentList } from '../operator/money/payment-list.ts'
import { mountPremium } from '../operator/money/premium-routes.ts'
import { mountPaymentReviews } from '../operator/money/review-routes.ts'
import { mountWallets } from '../operator/money/wallet-routes.ts'
import { mountAccounts } from '../operator/people/account-routes.ts'
import { mountSecondSteps } from '../operator/people/second-step-routes.ts'
import { mountCards } from '../operator/people/card-routes.ts'
import { mountDecisions } from '../operator/people/decision-routes.ts'
import { mountHelp } from '../operator/people/help-routes.ts'
import { mountReading } from '../operator/people/reading-routes.ts'
import { mountTokens } from '../operator/people/token-routes.ts'
import { mountAnnouncementOffice } from '../operator/prices/announcement-routes.ts'
import { mountPriceChanges } from '../operator/prices/change-routes.ts'
import { mountCampaigns } from '../operator/prices/invitation-routes.ts'
import { mountMargin } from '../operator/prices/margin-routes.ts'
import { mountCodes } from '../operator/prices/promo-routes.ts'
import { mountSupplierLists } from '../operator/shop/list-routes.ts'
import { mountModels } from '../operator/shop/model-routes.ts'
import { mountSuppliers } from '../operator/shop/supplier-routes.ts'
import { mountSupplierTests } from '../operator/shop/test-routes.ts'
import { mountTraffic } from '../operator/shop/traffic-routes.ts'
import { mountWorks } from '../operator/shop/work-routes.ts'
import { mountAlarms } from '../operator/system/alarm-routes.ts'
import { mountTrends } from '../operator/system/trend-routes.ts'
import { mountWatch } from '../operator/system/watch-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  // The console's session, the operators, and the record of what they did.
  mountSignIn(app)
  mountTeam(app)
  mountRecord(app)
  // They find, help and block users; they read users' texts only with a reason.
  mountCards(app)
  mountHelp(app)
  mountAccounts(app)
  mountSecondSteps(app)
  mountTokens(app)
  mountDecisions(app)
  mountReading(app)
  // What comes in and goes out: payments, wallets, debts, Premium, the months.
  mountPaymentList(app)
  mountPaymentReviews(app)
  mountWallets(app)
  mountDebts(app)
  mountPremium(app)
  mountClosing(app)
  mountBooks(app)
  // Jobs, services and what the queues gave up.
  mountJobList(app)
  mountServices(app)
  mountSwitches(app)
  mountDeadLetters(app)
  mountRedos(app)
  // What things cost, and what operators give and announce.
  mountMargin(app)
  mountPriceChanges(app)
  mountCodes(app)
  mountCampaigns(app)
  mountAnnouncementOffice(app)
  // Who answers in chats and makes works, and what is sold there.
  mountSuppliers(app)
  mountSupplierTests(app)
  mountSupplierLists(app)
  mountModels(app)
  mountTraffic(app)
  mountWorks(app)
  // How the platform itself does: alarms, clock, databases, files, the nightly check of all books, figures by day.
  mountAlarms(app)
  mountWatch(app)
  mountTrends(app)
  mountBackup(app)
}
