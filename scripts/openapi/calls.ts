// All calls of the site by name: for the OpenAPI document, and for tests that check each of them.
import * as announcements from '#contract/announcements.ts'
import * as answers from '#contract/answers.ts'
import * as apiKeys from '#contract/api-keys.ts'
import * as apiPrices from '#contract/api-prices.ts'
import * as attachments from '#contract/attachments.ts'
import * as budgets from '#contract/budgets.ts'
import * as chatSettings from '#contract/chat-settings.ts'
import * as chats from '#contract/chats.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as generation from '#contract/job-orders.ts'
import * as identities from '#contract/identities.ts'
import * as imports from '#contract/import.ts'
import * as invitation from '#contract/invitation.ts'
import * as jobs from '#contract/jobs.ts'
import * as library from '#contract/library.ts'
import * as lineage from '#contract/lineage.ts'
import * as live from '#contract/live.ts'
import * as operatorTeam from '#contract/operator/access/team.ts'
import { beginFactor, enterConsole, leaveConsole, readOperatorSession } from '#contract/operator/access/session.ts'
import * as operatorDeadLetters from '#contract/operator/jobs/dead-letters.ts'
import * as operatorJobs from '#contract/operator/jobs/jobs.ts'
import * as operatorServices from '#contract/operator/jobs/services.ts'
import * as operatorBooks from '#contract/operator/money/books.ts'
import * as operatorClosing from '#contract/operator/money/closing.ts'
import * as operatorPayments from '#contract/operator/money/payments.ts'
import * as operatorPremium from '#contract/operator/money/premium.ts'
import * as operatorWallets from '#contract/operator/money/wallets.ts'
import * as operatorPeople from '#contract/operator/people/people.ts'
import * as operatorReading from '#contract/operator/people/reading.ts'
import * as operatorTokens from '#contract/operator/people/tokens.ts'
import * as operatorAnnouncements from '#contract/operator/prices/announcements.ts'
import * as operatorCodes from '#contract/operator/prices/codes.ts'
import * as operatorInvitations from '#contract/operator/prices/invitations.ts'
import * as operatorPrices from '#contract/operator/prices/prices.ts'
import * as operatorModels from '#contract/operator/shop/models.ts'
import * as operatorSupplierLists from '#contract/operator/shop/supplier-list.ts'
import * as operatorSuppliers from '#contract/operator/shop/suppliers.ts'
import * as operatorWorks from '#contract/operator/shop/works.ts'
import * as operatorAlarms from '#contract/operator/system/alarms.ts'
import * as operatorTraffic from '#contract/operator/shop/traffic.ts'
import * as operatorTrends from '#contract/operator/system/trends.ts'
import * as operatorWatch from '#contract/operator/system/watch.ts'
import * as payments from '#contract/payments.ts'
import * as prices from '#contract/prices.ts'
import * as profile from '#contract/profile.ts'
import * as projects from '#contract/projects.ts'
import * as promo from '#contract/promo.ts'
import * as promptHelp from '#contract/prompt-help.ts'
import * as ready from '#contract/ready.ts'
import * as documents from '#contract/documents.ts'
import * as memory from '#contract/memory.ts'
import * as roles from '#contract/roles.ts'
import * as search from '#contract/search.ts'
import * as secondStep from '#contract/second-step.ts'
import * as shares from '#contract/shares.ts'
import * as signIn from '#contract/sign-in.ts'
import * as subscription from '#contract/subscription.ts'
import * as wallet from '#contract/wallet.ts'
import * as jobShares from '#contract/job-shares.ts'

/** What of a module describes a call. */
type Calls<Module> = { [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] }

const isEndpoint = (exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'path' in exported && 'access' in exported

/** A path without parameters comes before a path that would match it. */
const callsOf = <Module extends object>(module: Module): Calls<Module> =>
  Object.fromEntries(
    Object.entries(module)
      .filter(([, exported]) => isEndpoint(exported))
      .toSorted(([, one], [, other]) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
  ) as Calls<Module>

/** The calls of users. */
export const mountedEndpoints = callsOf({
  ...signIn,
  ...callsOf(identities),
  ...profile,
  ...callsOf(secondStep),
  ...wallet,
  ...callsOf(budgets),
  ...apiKeys,
  ...chats,
  listFolders: chats.chatFolders.list,
  createFolder: chats.chatFolders.create,
  renameFolder: chats.chatFolders.rename,
  deleteFolder: chats.chatFolders.remove,
  ...projects,
  ...roles,
  ...documents,
  ...callsOf(chatSettings),
  ...memory,
  ...shares,
  ...imports,
  ...attachments,
  ...search,
  ...answers,
  ...generation,
  ...promptHelp,
  ...prices,
  ...callsOf(apiPrices),
  ...announcements,
  ...promo,
  ...invitation,
  ...library,
  listLibraryFolders: library.libraryFolders.list,
  createLibraryFolder: library.libraryFolders.create,
  renameLibraryFolder: library.libraryFolders.rename,
  deleteLibraryFolder: library.libraryFolders.remove,
  ...jobShares,
  ...jobs,
  ...lineage,
  ...ready,
  ...live,
  ...payments,
  ...subscription,
  beginFactor,
  enterConsole
})

/** The calls of operators, for whom alone they exist. */
export const operatorEndpoints = callsOf({
  ...operatorAlarms,
  ...operatorWatch,
  ...operatorTrends,
  ...operatorPayments,
  ...operatorPremium,
  ...operatorClosing,
  ...operatorWallets,
  ...operatorBooks,
  ...operatorTeam,
  ...operatorJobs,
  ...operatorServices,
  ...operatorDeadLetters,
  ...operatorPrices,
  ...operatorSuppliers,
  ...operatorTraffic,
  ...operatorSupplierLists,
  ...operatorModels,
  ...operatorWorks,
  ...operatorCodes,
  ...operatorAnnouncements,
  ...operatorInvitations,
  ...operatorPeople,
  ...operatorReading,
  ...operatorTokens,
  readOperatorSession,
  leaveConsole
})
