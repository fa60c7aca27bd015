/**
 * The page of a link. Messengers run no scripts: for a link to a job, the document itself names the job and its picture. Every
 * other request gets the document as it was built.
 */
interface Work {
  kind: string
  prompt: string | null
  files: { url: string; type: string; sizeBytes: number; width: number | null; height: number | null }[]
}

const words: Record<string, string> = {
  image: 'Изображение',
  'image-tool': 'Изображение',
  video: 'Видео',
  audio: 'Озвучка'
}

/** Messengers show no larger pictures. */
const pictureMaxBytes = 5_000_000
const descriptionMaxLength = 200

type Tags = Record<string, string>

/** The tags of Open Graph for a job (https://ogp.me). Without a picture of its own, that of the site stays. */
function tagsOf({ kind, prompt, files }: Work, url: URL): Tags {
  const [file] = files
  const of = file?.type.split('/')[0]
  const address = file === undefined ? '' : new URL(file.url, url).href
  const size: Tags = file?.width && file.height ? { width: String(file.width), height: String(file.height) } : {}
  const isPicture = of === 'image' && file !== undefined && file.sizeBytes <= pictureMaxBytes
  const media = isPicture ? 'image' : of === 'video' || of === 'audio' ? of : null
  return {
    'og:title': words[kind] ?? 'Работа',
    // Not within a character. These functions are built by wrangler, without the contract's own rule.
    'og:description':
      prompt?.slice(0, descriptionMaxLength).replace(/[\uD800-\uDBFF]$/, '') ?? 'Создано нейросетью по описанию',
    'og:url': url.href,
    ...(media && { [`og:${media}`]: address, [`og:${media}:type`]: file?.type ?? '' }),
    ...(media &&
      media !== 'audio' &&
      Object.fromEntries(Object.entries(size).map(([name, value]) => [`og:${media}:${name}`, value]))),
    ...(isPicture && { 'twitter:card': 'summary_large_image', 'twitter:image': address })
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const nameOf = (element: Element) => element.getAttribute('property') ?? element.getAttribute('name') ?? ''

/** The document with these tags in place of its own. */
function withTags(page: Response, tags: Tags): Response {
  const text = Object.entries(tags)
    .map(
      ([name, value]) =>
        `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(value)}" />`
    )
    .join('')
  return new HTMLRewriter()
    .on('meta', {
      element(element) {
        if (Object.hasOwn(tags, nameOf(element))) element.remove()
      }
    })
    .on('head', { element: (head) => void head.append(text, { html: true }) })
    .transform(page)
}

/** What the Worker knows a caller by (worker/http/client-address.ts). */
const addressHeaders = ['cf-connecting-ip', 'x-proxy-token', 'x-proxied-address']

async function workOf(api: Fetcher, url: URL, token: string, request: Request): Promise<Work | null> {
  // The reader's address: reads of links are counted by network.
  const headers = new Headers()
  for (const name of addressHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const answer = await api.fetch(new URL(`/api/shared-works/${encodeURIComponent(token)}`, url).href, { headers })
  return answer.ok ? (await answer.json<{ data: Work }>()).data : null
}

export const onRequestGet: PagesFunction<{ API?: Fetcher }> = async ({ request, env, next }) => {
  const url = new URL(request.url)
  const token = url.searchParams.get('t')
  if (token === null || !env.API) return next()
  const [page, work] = await Promise.all([
    next(),
    // Without its preview the page still works: it reads the job by itself.
    workOf(env.API, url, token, request).catch(() => null)
  ])
  if (!work || page.status !== 200) return page
  const tagged = withTags(page, tagsOf(work, url))
  // Another job has another document under the same path, and a revoked link must lose its preview.
  tagged.headers.set('cache-control', 'private, no-store')
  tagged.headers.delete('etag')
  return tagged
}
