// Into which files those modules go that a chat page begins with and others need too. By itself the bundler makes a file for each
// set of pages that share something: a chat began with eighty files, most of a few hundred bytes, and on a slow processor they
// took a fifth of the time until the chat stood on the screen. What a tool begins with, beyond that, is one file more.
import { parse } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

/**
 * Where the modules lie that are loaded by their name: pages, and what a page loads later. Lightest first. A module belongs to the
 * first kind that needs it, so what a file depends on is never heavier than itself, and no two files import each other.
 */
const kinds = {
  /** Every page begins with it: vite.config.ts has files for that. */
  first: /\/index\.html$|\/src\/app\/(start|home-page)\.tsx$/,
  pricing: /\/src\/site\/pricing\//,
  api: /\/src\/site\/api\//,
  learning: /\/src\/site\/learning\//,
  legal: /\/src\/site\/legal\//,
  unknown: /\/src\/base\/page\//,
  /** The page of a sign-in, and what a first question needs before its visitor has an account: both without the schema library. */
  people:
    /\/src\/(people\/sign-in\/(page|passkey-button)\.tsx$|(base\/(http|session(?!\/call-login))|app\/head)\/|app\/home\/one-tap\.tsx$|site\/home\/first-question\.ts$)/,
  /** The dialogs of a sign-in, and the pages that its letters and providers lead to. The page above would begin with all that dialogs are made of. */
  entering: /\/src\/people\/(sign-in\/|fresh-proof-dialog\.tsx$)/,
  account: /\/src\/(people|money)\//,
  tools: /\/src\/(studio|jobs|media|base|app(?!\/(palette|home|received)\/))\/(?!device|received)|\/contract\//,
  /** And the search for everything, which searches in chats, what users see of theirs on the home page, and what leads into chats. */
  chat: /\/src\/(chat|app\/(palette|home|received))\/|\/src\/app\/(device|received-page)\.tsx$/
}
type Kind = keyof typeof kinds
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above, which has no others
const order = Object.keys(kinds) as readonly Kind[]

/** Public pages, which load nothing that they do not need: a file for exactly the same of them. */
const light = new Set<Kind>(['pricing', 'api', 'learning', 'legal', 'unknown'])

const chatPage = /\/src\/chat\/page\.tsx$/
const studioPage = /\/src\/studio\/page\.tsx$/
/** What every page loads for a signed-in user, once it has shown itself. */
const news = /\/src\/(app\/(news|shell\/user-menu)|jobs\/tray\/jobs-tray)\.tsx$|\/contract\/(profile|wallet)\.ts$/

type Chunk = Rolldown.OutputChunk

/**
 * The name of the file of each such module, by the path of the module.
 * @param config of a build that leaves all of it to the bundler. It is run, because only the bundler knows what a page really
 *   needs: packages name all of their modules in one.
 */
export async function sharedFiles(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false }
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has one output, and does not watch
  const { output } = built as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const byName = new Set([...chunks.values()].flatMap(({ dynamicImports }) => dynamicImports))
  const needs = [...chunks.values()]
    .filter(({ isEntry, fileName }) => isEntry || byName.has(fileName))
    .map((chunk) => ({ module: moduleOf(chunk), chunks: reached(chunk, chunks) }))
  const neededBy = (pages: RegExp) =>
    new Set(needs.filter(({ module }) => pages.test(module)).flatMap((need) => [...need.chunks]))
  const ofChat = neededBy(chatPage)
  const ofNews = neededBy(news)
  const ofStudio = neededBy(studioPage)
  return new Map(
    [...chunks.values()].flatMap((chunk) => {
      const users = needs.filter((need) => need.chunks.has(chunk)).map(({ module }) => module)
      const isPart = byName.has(chunk.fileName)
      const ofOthers = ofNews.has(chunk)
        ? fileOfNews(users)
        : isPart
          ? null
          : (ofStudio.has(chunk) && fileOfStudio(users)) || fileOfSmall(users, chunk)
      const name = ofChat.has(chunk) ? (isPart ? null : fileOf(users)) : ofOthers
      return name === null ? [] : chunk.moduleIds.map((module) => [module, name] as const)
    })
  )
}

/** The module for whose name this chunk is loaded. */
const moduleOf = ({ facadeModuleId, moduleIds, name }: Chunk): string =>
  facadeModuleId ?? moduleIds.find((module) => parse(module).name === name) ?? name

/** The chunks without which this one cannot run. */
function reached(from: Chunk, chunks: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): ReadonlySet<Chunk> {
  seen.add(from)
  for (const name of from.imports) {
    const next = chunks.get(name)
    if (next && !seen.has(next)) reached(next, chunks, seen)
  }
  return seen
}

/** In their order. */
const kindsOf = (modules: readonly string[]): Kind[] =>
  order.filter((kind) => modules.some((module) => order.find((one) => kinds[one].test(module)) === kind))

/** @returns null for what only one needs, or every page begins with */
function fileOf(users: readonly string[]): string | null {
  const [lightest, ...others] = kindsOf(users)
  if (lightest === undefined || lightest === 'first' || users.length === 1) return null
  return light.has(lightest) ? [lightest, ...others.filter((kind) => light.has(kind))].join('-') : lightest
}

/** In bytes: less than this is not worth a file. */
const smallMax = 5000

/**
 * Small parts of several pages that no chat begins with: every page carries the names of all files, and names cannot be compressed.
 * @returns null for larger ones, and for those of light pages
 */
function fileOfSmall(users: readonly string[], { code }: Chunk): string | null {
  const [lightest] = kindsOf(users)
  const isOfSome = lightest !== undefined && !light.has(lightest) && fileOf(users) !== null
  return isOfSome && code.length < smallMax ? `${lightest}-small` : null
}

/** @returns null for what only one needs, or a lighter page too */
const fileOfStudio = (users: readonly string[]): string | null =>
  users.length > 1 && kindsOf(users).every((kind) => kind === 'tools' || kind === 'chat') ? 'making' : null

/** @returns null for what a light page needs too */
function fileOfNews(users: readonly string[]): string | null {
  const [lightest] = kindsOf(users.filter((module) => !news.test(module)))
  if (lightest === undefined || lightest === 'tools' || lightest === 'chat') return 'news'
  return lightest === 'people' ? 'people-news' : null
}
