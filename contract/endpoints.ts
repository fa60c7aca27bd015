// All calls of the API by name, for tests that check each of them. Must not be imported into the browser, because it
// pulls in the whole contract.
import * as profile from './profile.ts'
import * as signIn from './sign-in.ts'
import { readAnnouncements } from './announcements.ts'
import * as attachments from './attachments.ts'
import { generateText, readAnswer, stopAnswer } from './answers.ts'
import * as chats from './chats.ts'
import type { Endpoint } from './endpoint.ts'
import * as generation from './generation.ts'
import * as folders from './folders.ts'
import { importConversation } from './import.ts'
import { cancelJob, clearFailures, deleteJob, listJobs, readJob, redoJob } from './jobs.ts'
import { readLineage } from './lineage.ts'
import * as library from './library.ts'
import { openLive } from './live.ts'
import { confirmPayment, listPayments, notifyPayment, readPayment, startPurchase } from './payments.ts'
import { readInvitation } from './invitation.ts'
import { redeemPromo } from './promo.ts'
import { readPrices } from './prices.ts'
import * as ready from './ready.ts'
import { helpWithPrompt } from './prompt-help.ts'
import * as roles from './roles.ts'
import { searchChats } from './search.ts'
import * as shares from './shares.ts'
import * as subscription from './subscription.ts'
import * as operator from './operator.ts'
import * as operatorAccess from './operator-access.ts'
import { openTrends } from './operator-trends.ts'
import * as operatorPrices from './operator-prices.ts'
import * as operatorPromo from './operator-promo.ts'
import * as operatorInvitations from './operator-invitations.ts'
import * as team from './operator-team.ts'
import * as operatorAlarms from './operator-alarms.ts'
import * as money from './operator-money.ts'
import * as watch from './operator-watch.ts'
import * as work from './operator-work.ts'
import * as people from './operator-people.ts'
import * as reading from './operator-reading.ts'
import * as tokens from './operator-tokens.ts'
import * as wallet from './wallet.ts'
import * as workShares from './work-shares.ts'

/** The mounted calls. A path without parameters comes before a path that would match it. */
export const mountedEndpoints = {
  register: signIn.register,
  login: signIn.login,
  refresh: signIn.refresh,
  logout: signIn.logout,
  readProfile: profile.readProfile,
  verifyEmail: signIn.verifyEmail,
  resendVerification: signIn.resendVerification,
  requestPasswordReset: signIn.requestPasswordReset,
  confirmPasswordReset: signIn.confirmPasswordReset,
  updateProfile: profile.updateProfile,
  changePassword: profile.changePassword,
  changeEmail: profile.changeEmail,
  confirmEmailChange: profile.confirmEmailChange,
  deleteAccount: profile.deleteAccount,
  exportAccount: profile.exportAccount,
  listConsents: profile.listConsents,
  listSessions: profile.listSessions,
  revokeSession: profile.revokeSession,
  readTokens: wallet.readTokens,
  checkBalance: wallet.checkBalance,
  readUsage: wallet.readUsage,
  exportUsage: wallet.exportUsage,
  readOperation: wallet.readOperation,
  listConversations: chats.listConversations,
  createConversation: chats.createConversation,
  renameConversation: chats.renameConversation,
  deleteConversation: chats.deleteConversation,
  readConversation: chats.readConversation,
  placeConversation: chats.placeConversation,
  listFolders: folders.listFolders,
  createFolder: folders.createFolder,
  renameFolder: folders.renameFolder,
  deleteFolder: folders.deleteFolder,
  listMessages: chats.listMessages,
  addMessage: chats.addMessage,
  showVersion: chats.showVersion,
  branchConversation: chats.branchConversation,
  findAsked: chats.findAsked,
  listRoles: roles.listRoles,
  addRole: roles.addRole,
  changeRole: roles.changeRole,
  deleteRole: roles.deleteRole,
  readInstruction: roles.readInstruction,
  changeInstruction: roles.changeInstruction,
  readAbout: roles.readAbout,
  changeAbout: roles.changeAbout,
  createShare: shares.createShare,
  listShares: shares.listShares,
  revokeShare: shares.revokeShare,
  readShare: shares.readShare,
  importConversation,
  addAttachment: attachments.addAttachment,
  readAttachment: attachments.readAttachment,
  removeAttachment: attachments.removeAttachment,
  searchChats,
  generateText,
  readAnswer,
  stopAnswer,
  editImage: generation.editImage,
  generateDalle: generation.generateDalle,
  generateImage: generation.generateImage,
  generateVideo: generation.generateVideo,
  transcribe: generation.transcribe,
  generateAudio: generation.generateAudio,
  helpWithPrompt,
  readStatus: generation.readStatus,
  readPrices,
  readAnnouncements,
  redeemPromo,
  readInvitation,
  listLibrary: library.listLibrary,
  readWorks: library.readWorks,
  placeWorks: library.placeWorks,
  deleteWorks: library.deleteWorks,
  zipWorks: library.zipWorks,
  listWorkFolders: library.listWorkFolders,
  createWorkFolder: library.createWorkFolder,
  renameWorkFolder: library.renameWorkFolder,
  deleteWorkFolder: library.deleteWorkFolder,
  createWorkShare: workShares.createWorkShare,
  listWorkShares: workShares.listWorkShares,
  revokeWorkShare: workShares.revokeWorkShare,
  readSharedWork: workShares.readSharedWork,
  listJobs,
  readJob,
  readLineage,
  cancelJob,
  redoJob,
  deleteJob,
  changePicture: generation.changePicture,
  clearFailures,
  readReadySettings: ready.readReadySettings,
  chooseReadyChannel: ready.chooseReadyChannel,
  addPushDevice: ready.addPushDevice,
  removePushDevice: ready.removePushDevice,
  openLive,
  startPurchase,
  confirmPayment,
  listPayments,
  readPayment,
  notifyPayment,
  readSubscription: subscription.readSubscription,
  listPlans: subscription.listPlans,
  changeSubscription: subscription.changeSubscription,
  cancelSubscription: subscription.cancelSubscription,
  detachPaymentMethod: subscription.detachPaymentMethod,
  readSubscriptionUsage: subscription.readSubscriptionUsage,
  beginFactor: operatorAccess.beginFactor,
  enterConsole: operatorAccess.enterConsole
} as const satisfies Record<string, Endpoint>

/** The calls of operators, for whom alone they exist. */
export const operatorEndpoints = {
  openAlarms: operatorAlarms.openAlarms,
  openAlarm: operatorAlarms.openAlarm,
  resolveAlarm: operatorAlarms.resolveAlarm,
  openClock: watch.openClock,
  openDatabases: watch.openDatabases,
  openStorage: watch.openStorage,
  openBackups: watch.openBackups,
  openReconciliation: watch.openReconciliation,
  openPayment: operator.openPayment,
  decidePayment: operator.decidePayment,
  openWallet: operator.openWallet,
  thawWallet: operator.thawWallet,
  correctWallet: operator.correctWallet,
  openRedos: operator.openRedos,
  openBooks: operator.openBooks,
  readBooks: operator.readBooks,
  restoreBooks: operator.restoreBooks,
  readOperatorSession: operatorAccess.readOperatorSession,
  leaveConsole: operatorAccess.leaveConsole,
  listTeam: team.listTeam,
  grantRole: team.grantRole,
  endRole: team.endRole,
  resetFactor: team.resetFactor,
  readRecord: team.readRecord,
  exportRecord: team.exportRecord,
  listWorkJobs: work.listWorkJobs,
  openJob: work.openJob,
  retryWorkJob: work.retryWorkJob,
  cancelWorkJob: work.cancelWorkJob,
  releaseWorkJob: work.releaseWorkJob,
  listServices: work.listServices,
  switchOff: work.switchOff,
  switchOn: work.switchOn,
  listDeadLetters: work.listDeadLetters,
  retryDeadLetter: work.retryDeadLetter,
  closeDeadLetter: work.closeDeadLetter,
  openTrends,
  openPrices: operatorPrices.openPrices,
  setPrice: operatorPrices.setPrice,
  setUpstreamModel: operatorPrices.setUpstreamModel,
  cancelPriceChange: operatorPrices.cancelPriceChange,
  openMargin: operatorPrices.openMargin,
  previewPrice: operatorPrices.previewPrice,
  listCodes: operatorPromo.listCodes,
  addCode: operatorPromo.addCode,
  endCode: operatorPromo.endCode,
  listCampaigns: operatorInvitations.listCampaigns,
  beginCampaign: operatorInvitations.beginCampaign,
  endCampaign: operatorInvitations.endCampaign,
  listAnnouncements: operatorPromo.listAnnouncements,
  addAnnouncement: operatorPromo.addAnnouncement,
  endAnnouncement: operatorPromo.endAnnouncement,
  findPeople: people.findPeople,
  openPerson: people.openPerson,
  readPersonLines: people.readPersonLines,
  endPersonSessions: people.endPersonSessions,
  blockPerson: people.blockPerson,
  unblockPerson: people.unblockPerson,
  beginErasure: people.beginErasure,
  takeBackErasure: people.takeBackErasure,
  resendMail: people.resendMail,
  changeTokens: tokens.changeTokens,
  listTokenChanges: tokens.listTokenChanges,
  decideTokens: tokens.decideTokens,
  readPersonConversations: reading.readPersonConversations,
  readPersonConversation: reading.readPersonConversation,
  readPersonWork: reading.readPersonWork,
  listPayments: money.listPayments,
  countReviews: money.countReviews,
  refundMoney: money.refundMoney,
  listDebts: money.listDebts,
  openPremium: money.openPremium,
  cancelPremium: money.cancelPremium,
  extendPremium: money.extendPremium,
  openClosing: money.openClosing,
  closeMonth: money.closeMonth,
  exportMoney: money.exportMoney
} as const satisfies Record<string, Endpoint>
