import { apiKeysMax } from '#contract/api-key-words.ts'
import { apiCalls } from '#contract/v1/calls.ts'
import { apiRefusals } from '#contract/v1/refusals.ts'

const rightNames = {
  chat: 'Чат',
  images: 'Картинки',
  audio: 'Речь',
  models: 'Список моделей',
  balance: 'Баланс'
}

const cell = 'px-4 py-3 sm:px-6'

/** What can be called, and which right of a key it needs. */
export const Calls = () => (
  <div className="overflow-hidden rounded-card border border-line bg-raised shadow-raised">
    <table className="stacks w-full border-collapse text-left text-small max-md:block max-md:*:block max-md:**:[td,th,tr]:block">
      <caption className="sr-only">Вызовы API</caption>
      <thead className="bg-sunken text-caption text-ink-soft max-md:sr-only">
        <tr>
          {['Вызов', 'Что делает', 'Право ключа'].map((title) => (
            <th key={title} scope="col" className={`${cell} font-medium`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {apiCalls.map(({ call, summary, scope }) => (
          <tr key={call} className="border-t border-line align-top max-md:py-3">
            <th
              scope="row"
              translate="no"
              className={`${cell} font-mono font-normal wrap-anywhere max-md:py-0.5 md:whitespace-nowrap`}
            >
              {call.replaceAll(/:(\w+)/g, '{$1}')}
            </th>
            <td className={`${cell} max-md:py-0.5`}>{summary}</td>
            <td className={`${cell} text-ink-soft max-md:py-0.5 md:whitespace-nowrap`}>{rightNames[scope]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** How the API refuses, and what helps. */
export const Refusals = () => (
  <dl className="overflow-hidden rounded-card border border-line bg-raised shadow-raised">
    {apiRefusals.map(({ status, code, what, act }) => (
      <div
        key={status}
        className="grid gap-x-6 gap-y-1 border-t border-line px-4 py-4 text-small first:border-t-0 sm:px-6 md:grid-cols-[16rem_minmax(0,1fr)]"
      >
        <dt translate="no" className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold tabular-nums">{status}</span>
          <span className="font-mono wrap-anywhere text-ink-soft">{code}</span>
        </dt>
        <dd>
          <p>{what}</p>
          <p className="mt-1 text-ink-soft">{act}</p>
        </dd>
      </div>
    ))}
  </dl>
)

const limits: readonly string[] = [
  'Сколько запросов в минуту можно и сколько осталось, говорят заголовки x-ratelimit-limit-requests и x-ratelimit-remaining-requests. Лишний запрос получит 429 и retry-after.',
  'Тело запроса — до 16 МБ. Картинки передаются внутри него (data:image/…), по ссылке они не загружаются.',
  'Один ответ модели на запрос: n больше 1, logprobs, звук внутри переписки и functions старого образца не поддерживаются. Картинок за запрос бывает до четырёх.',
  `Ключей — до ${apiKeysMax}. Ключ открывает только API: войти с ним на сайт нельзя, и вызовы самого сайта он не открывает.`,
  'Ключ в программе, которую скачивают или открывают в браузере другие, увидят все: держите его на своём сервере.'
]

export const Limits = () => (
  <ul className="max-w-text list-disc space-y-3 pl-5 text-ink-soft">
    {limits.map((text) => (
      <li key={text} className="wrap-anywhere">
        {text}
      </li>
    ))}
  </ul>
)
