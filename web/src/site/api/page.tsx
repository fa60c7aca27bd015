// About the API for programs. What it says of calls and refusals comes from the contract, as the OpenAPI document does.
import { FileJson, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { type Connection, clients, placeholderKey } from '../../base/api/client-settings.ts'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { paths } from '../../base/paths.ts'
import { useSiteOrigin } from '../../base/site-origin.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { CodeToCopy } from '../../base/ui/code-to-copy.tsx'
import { Section } from '../section.tsx'
import { PricesNow } from './prices-now.tsx'
import { Calls, Limits, Refusals } from './reference.tsx'

/** Of the catalogue, which the page does not load for one name. */
export const exampleModel = 'gpt-4o-mini'

/** Those who write programs themselves; the others are set up in words. */
const languages = ['curl', 'python', 'node']

export function Page() {
  const base = `${useSiteOrigin()}/v1`
  const connection = { base, key: placeholderKey, model: exampleModel }
  return (
    <>
      <div className="mx-auto flex w-full max-w-page grow flex-col gap-16 px-4 py-8 sm:gap-20 sm:px-8 sm:py-12">
        <Opening />
        <Section title="Как начать">
          <FirstSteps base={base} />
        </Section>
        <Section title="Примеры" lead={`Вместо ${placeholderKey} впишите свой ключ.`}>
          <Examples connection={connection} />
        </Section>
        <Section title="Сколько стоит" lead="По токенам модели, с точностью до миллионной доли токена сайта.">
          <Prices connection={connection} />
          <PricesNow />
        </Section>
        <Section title="Вызовы" lead="Формы запросов и ответов — в описании OpenAPI.">
          <Calls />
        </Section>
        <Section title="Ошибки и что делать" lead="Причина — в error.code, объяснение по-русски — в error.message.">
          <Refusals />
        </Section>
        <Section title="Ограничения">
          <Limits />
        </Section>
        <Section title="Готовые программы">
          <Programs />
        </Section>
      </div>
      <SiteFooter />
    </>
  )
}

const Opening = () => (
  <div>
    <h1 className="text-display font-semibold">API для программ</h1>
    <p className="mt-5 max-w-text text-lead text-ink-soft">
      Спрашивайте модели сайта из своего кода, бота или редактора. Адрес и форма — как у OpenAI, поэтому подходит любая
      библиотека, в которой можно сменить адрес.
    </p>
    <div className="mt-8 flex flex-wrap gap-3">
      <Link to={paths.apiKeys} className={buttonClass({ size: 'large' })}>
        <KeyRound size={19} aria-hidden />
        <span>Создать ключ</span>
      </Link>
      <a href="/openapi.json" className={buttonClass({ variant: 'secondary', size: 'large' })}>
        <FileJson size={19} aria-hidden />
        <span>Описание OpenAPI</span>
      </a>
    </div>
  </div>
)

const TextLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="underline decoration-accent decoration-2 underline-offset-4 transition hover:text-accent-strong"
  >
    {children}
  </Link>
)

const FirstSteps = ({ base }: { base: string }) => (
  <ol className="grid gap-x-10 gap-y-8 xl:grid-cols-3">
    <FirstStep number={1} title="Пополните баланс">
      <p>
        <span>{`API оплачивается токенами сайта: подойдут и те ${freeTokens}, что дарятся за регистрацию. `}</span>
        Сколько стоят токены — на странице <TextLink to={paths.pricing}>Цены</TextLink>. Premium не оплачивает вызовы
        API, но поднимает лимиты запросов. До первой покупки отвечают только базовые модели.
      </p>
    </FirstStep>
    <FirstStep number={2} title="Создайте ключ">
      <p>
        На странице <TextLink to={paths.apiKeys}>ключей</TextLink>. Для каждой программы — свой, с лимитом расходов на
        день, месяц или всего. Ключ показывается один раз.
      </p>
    </FirstStep>
    <FirstStep number={3} title="Укажите адрес">
      <p className="mb-3">В настройках программ он называется Base URL или API Base.</p>
      <CodeToCopy name="Адрес" text={base} />
    </FirstStep>
  </ol>
)

const FirstStep = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="flex min-w-0 gap-4">
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-small font-semibold tabular-nums"
    >
      {number}
    </span>
    <div className="min-w-0 grow">
      <h3 className="mt-1 font-semibold">{title}</h3>
      <div className="mt-2 max-w-text text-small text-ink-soft">{children}</div>
    </div>
  </li>
)

const Examples = ({ connection }: { connection: Connection }) => (
  <div className="grid max-w-4xl gap-8">
    {clients
      .filter(({ id }) => languages.includes(id))
      .map(({ id, name, steps }) => (
        <div key={id} className="flex min-w-0 flex-col gap-4">
          {steps(connection).map((step) =>
            step.kind === 'code' ? (
              <CodeToCopy key={step.name} name={`${name}: ${step.name.toLowerCase()}`} text={step.text} />
            ) : null
          )}
        </div>
      ))}
    <CodeToCopy
      name="Картинка"
      text={`curl ${connection.base}/images/generations \\\n  -H "Authorization: Bearer ${connection.key}" \\\n  -H "Content-Type: application/json" \\\n  -d '{"model": "flux-schnell", "prompt": "Маяк на скале", "response_format": "url"}'`}
    />
    <CodeToCopy
      name="Речь"
      text={`curl ${connection.base}/audio/speech \\\n  -H "Authorization: Bearer ${connection.key}" \\\n  -H "Content-Type: application/json" \\\n  -d '{"model": "elevenlabs", "voice": "nova", "input": "Привет!"}' -o privet.mp3`}
    />
    <CodeToCopy
      name="Запись в текст"
      text={`curl ${connection.base}/audio/transcriptions \\\n  -H "Authorization: Bearer ${connection.key}" \\\n  -F model=gpt-transcribe -F file=@zapis.mp3`}
    />
  </div>
)

const priceRules: readonly (readonly [title: string, text: string])[] = [
  ['Вход и ответ — отдельно', 'У каждой модели своя цена за миллион токенов входа, входа из кэша и ответа.'],
  [
    'Цена — в каждом ответе',
    'Поле usage.cost говорит, сколько токенов сайта стоил запрос. Позже его расскажет GET /v1/generation.'
  ],
  [
    'Картинки и речь — по целым ценам',
    'Как на страницах инструментов: за готовую картинку и за каждую начатую тысячу знаков. Работа доделывается, даже если программа отключилась, и лежит в «Моих работах».'
  ],
  [
    'Не пришло ни слова — бесплатно',
    'Отказ, сбой модели или пустой ответ ничего не стоят. Платится ответ, который оборвали ваши max_tokens или stop.'
  ],
  ['Прервали — платится полученное', 'Модель останавливается, когда программа закрывает соединение.'],
  [
    'Повторили — платится один раз',
    'С заголовком Idempotency-Key тот же запрос сутки получает тот же ответ. Если программа отключилась, модель пишет ещё 20 секунд.'
  ]
]

const Prices = ({ connection: { base, key } }: { connection: Connection }) => (
  <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
    <dl className="min-w-0">
      {priceRules.map(([title, text]) => (
        <div key={title} className="border-t border-line py-4">
          <dt className="font-semibold">{title}</dt>
          <dd className="mt-1 text-small wrap-anywhere text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-small text-ink-soft">
        Программе цены, по которым считается прямо сейчас, отдаёт список моделей: поле site_pricing, токены сайта за
        миллион токенов модели.
      </p>
      <CodeToCopy name="Модели и цены" text={`curl ${base}/models \\\n  -H "Authorization: Bearer ${key}"`} />
      <CodeToCopy name="Остаток токенов" text={`curl ${base}/credits \\\n  -H "Authorization: Bearer ${key}"`} />
    </div>
  </div>
)

const Programs = () => {
  const names = clients.filter(({ id }) => !languages.includes(id)).map(({ name }) => name)
  return (
    <p className="max-w-text text-ink-soft">
      <span>{`Чаты, редакторы кода и автоматизации работают с этим адресом без кода: ${names.join(', ')} и другие, где есть настройка OpenAI Compatible. `}</span>
      Что куда вписать, показано по шагам на странице <TextLink to={paths.apiKeys}>ключей</TextLink>.
    </p>
  )
}
