import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import plugin from '#scripts/lint/text-beside.ts'

RuleTester.describe = describe
RuleTester.it = it

const element = (children: string) => ({ code: `const one = <p>${children}</p>`, filename: 'one.tsx' })
const refused = (children: string) => ({ ...element(children), errors: 1 })

new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } }).run(
  'text-beside',
  plugin.rules['text-beside'] as never,
  {
    valid: [
      'Слова',
      '{price}',
      '{`${price} токенов`}',
      '{busy && <Spinner />}<span>{text}</span>',
      '<Icon /> Слова',
      'Слова {busy && <Spinner />}',
      '{icon}<span>Слова</span>',
      '{rows.map((row) => <Row key={row} />)}{hasMore && <More />}',
      '{children} {rows?.map((row) => { return <Row key={row} /> })}'
    ].map(element),
    invalid: [
      '{price} токенов',
      'Осталось {price}',
      '{busy && <Spinner />}Слова',
      '{icon}Слова',
      '<Icon />{title}',
      '<b />{busy ? "а" : "б"}',
      '<b />{formatTokens(price)}',
      '<b />{row?.title}',
      '<b />{`${price} ₽`}'
    ].map(refused)
  }
)
